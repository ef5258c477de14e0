"""The ledger: an SQLite file that stores finished chunks, one transaction each.

Several processes may use it at once (write-ahead log; writers wait for each other). A stored game
is never written again, since equal seeds give equal games. Runs differ by all that determines their
games and by the identity of the player, so games of two players are never mixed. A chunk whose
checksums do not fit is never used.

Short chunks are joined, so that the size of a ledger does not depend on the speed of the player: a
chunk takes half a second to play (a second on a cluster), and a kill may lose that much. Its sums
take 600 bytes and more, however few games it has, while an outcome takes one bit. So consecutive
chunks that this process has written, and whose games are not kept one by one, become one row, in
the transaction that stores the last of them. A reader sees either the parts or the whole, and their
figures are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields, replace
from pathlib import Path
from time import time
from typing import Any, Final, Self

from sapper.lab.errors import LedgerError
from sapper.lab.identity import Identity
from sapper.lab.ledger.codec import FIGURES, GAMES, decode_chunk, encode_chunk
from sapper.lab.ledger.file import LOCK_SECONDS, LedgerFile, translate_errors
from sapper.lab.ledger.provenance import Provenance, own_command, sapper_version
from sapper.lab.playing.chunk import Chunk, Keep
from sapper.lab.playing.sums import UNIT
from sapper.lab.runs.limits import RunLimits
from sapper.lab.runs.run import Run

__all__ = ["JOINED_GAMES", "JOINED_SECONDS", "Ledger", "games_text"]

JOINED_GAMES: Final = 2**18
"""Chunks are joined when they have so many games together."""

JOINED_SECONDS: Final = 30.0
"""Or when their decisions took so long: a result of fewer games plays a part of a row again."""

_END: Final = 2**63 - 1
_ORIGIN: Final = tuple(f'"{field.name}"' for field in fields(Provenance))
_RUN: Final = ("player", "board", "start", "first", "seed", "limits")
_WHO: Final = ("version", "code", "fingerprint")
_ROW: Final = (*FIGURES, *GAMES)
_TABLES: Final = [
    """
CREATE TABLE origins (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL, machine TEXT NOT NULL, cores INTEGER NOT NULL, python TEXT NOT NULL,
    platform TEXT NOT NULL, version TEXT NOT NULL, "commit" TEXT, command TEXT
)""",
    """
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    player TEXT NOT NULL, board TEXT NOT NULL, start TEXT NOT NULL, first TEXT NOT NULL,
    seed TEXT NOT NULL, limits TEXT NOT NULL,
    version TEXT NOT NULL, code TEXT NOT NULL, fingerprint BLOB NOT NULL
)""",  # a seed is text, since SQLite has no unsigned integers
    f"""
CREATE TABLE chunks (
    run INTEGER NOT NULL REFERENCES runs (id),
    origin INTEGER NOT NULL REFERENCES origins (id),
    begin INTEGER NOT NULL,
    count INTEGER NOT NULL CHECK (count > 0),
    at REAL NOT NULL,
    figures_crc INTEGER NOT NULL,
    games_crc INTEGER NOT NULL,
    outcomes BLOB,
    sums BLOB NOT NULL,
    {", ".join(f"{name} BLOB" for name in GAMES)},
    UNIQUE (run, begin)
)""",
]


class Ledger:
    """An open ledger; a context manager."""

    def __init__(
        self, path: Path, *, read_only: bool = False, patience: float = LOCK_SECONDS
    ) -> None:
        self.path = path
        self._file = LedgerFile(path, _TABLES, read_only=read_only, patience=patience)
        self._base = self._file.base
        self._origin: int | None = None
        self._short: dict[tuple[int, bool], list[tuple[Chunk, int]]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def enter(self, run: Run) -> Run:
        """Return a run with its number; it is new if no stored run has a player that agrees.

        The longest fingerprint of a player is kept.
        """
        assert run.identity is not None
        with translate_errors(self.path), self._file.transaction():
            for known in self._select(run):
                assert known.identity is not None
                if known.identity.difference(run.identity) is None:
                    if len(known.identity.play) < len(run.identity.play):
                        self._base.execute(
                            "UPDATE runs SET fingerprint = ? WHERE id = ?",
                            (run.identity.play, known.number),
                        )
                    return replace(run, number=known.number, version=known.version)
            who = (sapper_version(), run.identity.code, run.identity.play)
            number = self._insert("runs", (*_RUN, *_WHO), (*_key_of(run), *who))
        return replace(run, number=number, version=sapper_version())

    def runs(self) -> list[Run]:
        """Return all runs, oldest first."""
        with translate_errors(self.path):
            return list(self._select())

    def others(self, run: Run) -> list[Run]:
        """Return the runs that differ by their player's identity only, oldest first."""
        with translate_errors(self.path):
            return [other for other in self._select(run) if other.number != run.number]

    def _select(self, like: Run | None = None) -> Iterator[Run]:
        """Yield the runs with the key of another, or all."""
        where = " WHERE " + " AND ".join(f"{name} = ?" for name in _RUN) if like else ""
        rows = self._base.execute(
            f"SELECT id, {', '.join((*_RUN, *_WHO))} FROM runs{where} ORDER BY id",
            _key_of(like) if like else (),
        )
        for number, player, board, start, first, seed, *others in rows.fetchall():
            limits, version, code, fingerprint = others
            try:
                yield Run(
                    player, board, start, first, int(seed), None, RunLimits.from_key(limits),
                    Identity(code, fingerprint), number, version,
                )  # fmt: skip
            except (ValueError, TypeError):
                raise LedgerError(
                    f"the ledger {self.path} is damaged: run {number} cannot be read; give another "
                    "file, and the same commands play its games again"
                ) from None

    def store(self, run: Run, chunk: Chunk, keep: Keep = Keep.GAMES) -> None:
        """Write what is kept of the games that are not stored yet, in one transaction."""
        with translate_errors(self.path), self._file.transaction():
            for begin, end in list(self._gaps(run, chunk.begin, chunk.end)):
                part = chunk
                if (begin, end) != (chunk.begin, chunk.end):
                    assert chunk.table is not None, "a chunk is stored by who has played it"
                    part = Chunk.of(chunk.table.between(begin, end), run.spec.safe_cells)
                self._write(run, part.reduce_to(keep))

    def _gaps(self, run: Run, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield the ranges of games from `begin` to `end - 1` that are not stored."""
        rows = self._base.execute(
            "SELECT begin, count FROM chunks WHERE run = ?1 AND begin < ?3 AND begin >= COALESCE("
            "(SELECT MAX(begin) FROM chunks WHERE run = ?1 AND begin <= ?2), 0) ORDER BY begin",
            (run.number, begin, end),
        )
        for there, count in rows.fetchall():
            if there > begin:
                yield begin, there
            begin = max(begin, there + count)
        if begin < end:
            yield begin, end

    def _write(self, run: Run, chunk: Chunk) -> None:
        """Write a chunk; join it with those before it when they are enough."""
        written = chunk, self._insert_chunk(run, chunk)
        if chunk.table is not None:
            return
        key = (run.number, chunk.won is None)
        short = self._short[key] = [*self._short.get(key, ()), written]
        seconds = UNIT * sum(part.sums.seconds_units for part, _ in short)
        if sum(part.games for part, _ in short) >= JOINED_GAMES or seconds >= JOINED_SECONDS:
            del self._short[key]
            for group in _neighbours(short):
                if len(group) > 1 and self._delete(run, group):
                    self._insert_chunk(run, Chunk.join([part for part, _ in group]))

    def _insert_chunk(self, run: Run, chunk: Chunk) -> int:
        """Write a row; return its checksum."""
        row = encode_chunk(_text_of(run), chunk, time())
        names = ("run", "origin", *_ROW)
        self._insert("chunks", names, (run.number, self._number_of_origin(), *row))
        checksum: int = row[FIGURES.index("figures_crc")]
        return checksum

    def _delete(self, run: Run, group: Sequence[tuple[Chunk, int]]) -> bool:
        """Delete chunks unless another process has changed one; return whether they were."""
        where = "FROM chunks WHERE run = ? AND begin = ? AND figures_crc = ?"
        keys = [(run.number, chunk.begin, checksum) for chunk, checksum in group]
        if not all(self._base.execute(f"SELECT 1 {where}", key).fetchone() for key in keys):
            return False
        self._base.executemany(f"DELETE {where}", keys)
        return True

    def _number_of_origin(self) -> int:
        """Return the row that says when, where and how this open ledger was written."""
        if self._origin is None:
            values = astuple(Provenance.here(own_command()))
            self._origin = self._insert("origins", _ORIGIN, values)
        return self._origin

    def _insert(self, table: str, names: Sequence[str], values: Sequence[Any]) -> int:
        row = self._base.execute(
            f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
            values,
        )
        assert row.lastrowid is not None
        return row.lastrowid

    def chunks(self, run: Run, *, with_games: bool = False) -> Iterator[Chunk]:
        """Yield the chunks of a run in order, without damaged ones."""
        for row in self._rows(run, with_games=with_games):
            if (chunk := decode_chunk(_text_of(run), row)) is not None:
                yield chunk

    def chunk(self, run: Run, begin: int) -> Chunk:
        """Return the chunk that begins with a game, with its games if they are kept."""
        for row in self._rows(run, with_games=True, begin=begin):
            if (chunk := decode_chunk(_text_of(run), row)) is not None:
                return chunk
        raise LedgerError(f"the chunk of game {begin:,} of {run} is damaged or gone")

    def damaged(self, run: Run) -> list[range]:
        """Return the games of the chunks whose checksums do not fit; this reads everything."""
        rows = self._rows(run, with_games=True)
        return [range(r[0], r[0] + r[1]) for r in rows if decode_chunk(_text_of(run), r) is None]

    def drop_damaged(self, run: Run) -> list[range]:
        """Delete the damaged chunks of a run, so that their games are missing; return them."""
        found = self.damaged(run)
        with translate_errors(self.path), self._file.transaction():
            for games in found:
                rows = list(self._rows(run, with_games=True, begin=games.start))
                if rows and decode_chunk(_text_of(run), rows[0]) is None:  # not repaired yet
                    self._base.execute(
                        "DELETE FROM chunks WHERE run = ? AND begin = ?", (run.number, games.start)
                    )
        return found

    def _rows(
        self, run: Run, *, with_games: bool, begin: int | None = None
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a run in order, or the one that begins with a game."""
        which = "run = ?" if begin is None else "run = ? AND begin = ?"
        with translate_errors(self.path):
            yield from self._base.execute(
                f"SELECT {', '.join(_ROW if with_games else FIGURES)} FROM chunks WHERE {which} "
                "ORDER BY begin",
                (run.number,) if begin is None else (run.number, begin),
            )

    def drop_below(self, run: Run, least: Keep, end: int) -> int:
        """Delete chunks with games before `end` of which less is kept; return their games."""
        column = {Keep.GAMES: "won", Keep.OUTCOMES: "outcomes"}.get(least)
        if column is None:
            return 0
        with translate_errors(self.path), self._file.transaction():
            deleted = self._base.execute(
                f"DELETE FROM chunks WHERE run = ? AND begin < ? AND {column} IS NULL "
                "RETURNING count",
                (run.number, end),
            ).fetchall()
        return sum(count for (count,) in deleted)

    def keep_of(self, run: Run, end: int = _END) -> Keep:
        """Return what is kept of all games of a run before `end`."""
        without_games, without_outcomes = self._sum(
            "SUM(won IS NULL), SUM(outcomes IS NULL)", run, "AND begin < ?", end
        )
        if without_outcomes:
            return Keep.SUMMARY
        return Keep.OUTCOMES if without_games else Keep.GAMES

    def count(self, run: Run) -> int:
        """Return how many games of a run are stored."""
        (games,) = self._sum("SUM(count)", run)
        return games or 0

    def last_at(self, run: Run) -> float | None:
        """Return when the last chunk of a run was stored; None if there is none."""
        at: float | None = self._sum("MAX(at)", run)[0]
        return at

    def _sum(self, what: str, run: Run, more: str = "", *values: object) -> tuple[Any, ...]:
        with translate_errors(self.path):
            found: tuple[Any, ...] = self._base.execute(
                f"SELECT {what} FROM chunks WHERE run = ? {more}", (run.number, *values)
            ).fetchone()
        return found

    def origins(self, run: Run) -> list[tuple[Provenance, int]]:
        """Return where the games of a run came from, oldest first, each with its games."""
        with translate_errors(self.path):
            rows = self._base.execute(
                f"SELECT {', '.join(f'origins.{name}' for name in _ORIGIN)}, SUM(count) "
                "FROM chunks JOIN origins ON origins.id = origin "
                "WHERE run = ? GROUP BY origins.id ORDER BY origins.id",
                (run.number,),
            ).fetchall()
        return [(Provenance(*columns), games) for *columns, games in rows]


def games_text(run: Run, games: range) -> str:
    """Return which games of which run, in words."""
    return f"games {games[0]:,} to {games[-1]:,} of run {run.number} ({run})"


def _key_of(run: Run) -> tuple[str, ...]:
    """Return what determines the games of a run but for its player's identity: `_RUN`."""
    return (run.player, run.board, run.start, run.first, str(run.seed), run.limits.key)


def _text_of(run: Run) -> str:
    """Return what the checksums of its chunks know a run by."""
    return repr((*_key_of(run), str(run.identity)))


def _neighbours(chunks: Sequence[tuple[Chunk, int]]) -> list[list[tuple[Chunk, int]]]:
    """Return chunks in groups without gaps."""
    groups: list[list[tuple[Chunk, int]]] = []
    for each in sorted(chunks, key=lambda each: each[0].begin):
        if groups and groups[-1][-1][0].end == each[0].begin:
            groups[-1].append(each)
        else:
            groups.append([each])
    return groups
