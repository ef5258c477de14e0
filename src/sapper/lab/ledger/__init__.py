"""The ledger: an SQLite file from which a run goes on after every interruption.

`ledger` is what others use. `file` opens the database, `codec` turns chunks into rows.
"""

from sapper.lab.ledger.file import default_ledger
from sapper.lab.ledger.ledger import Ledger, games_text

__all__ = ["Ledger", "default_ledger", "games_text"]
