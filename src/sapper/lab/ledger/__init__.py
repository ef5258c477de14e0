"""The ledger: an SQLite file from which a run goes on after every interruption.

`ledger` is what others use. `file` opens the database, `tables` has its forms, `rows` reads and
writes chunks, `joining` joins short ones, `origins` has the other tables.
`stored_chunk` and `game_columns` turn chunks into bytes, `keep` says how much of them is kept,
`stored_games` reads games part by part, `recovery` saves what is left of a damaged file.
"""

from sapper.lab.ledger.file import default_ledger
from sapper.lab.ledger.ledger import DamagedChunk, Ledger
from sapper.lab.ledger.rows import Entry

__all__ = ["DamagedChunk", "Entry", "Ledger", "default_ledger"]
