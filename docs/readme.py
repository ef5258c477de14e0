"""The sentences of both READMEs that are made from results: strength, speed and the papers."""

from __future__ import annotations

from collections import Counter
from textwrap import fill
from typing import Final, Literal

from docs.measurements import speed_figures
from experiments.deep.table import ALL_PAIRS, BOUND_LAYOUTS, cost_of, read_gains
from experiments.records.rivals import milliseconds
from experiments.records.table import Record, read_records
from sapper.lab.table import format_share
from sapper.language import _, local_number, use_language
from sapper.players.papers.sources import PAPERS, Paper

__all__ = ["papers", "speed", "strength", "wrap"]

Language = Literal["en", "id"]

_STRENGTH: Final = {
    "en": "On most standard boards our players win more often than the best figure known before: "
    "of {all} comparisons {higher} are higher, {equal} show no difference and {lower} is lower; "
    "on {board} (`{start}` start) `{player}` wins {rate} of {games} games, and the best known "
    "is {known} % ({solver}). `champion` takes {least:.0f} to {most:.0f} % of the time of Hill's "
    "solver.",
    "id": "Di sebagian besar papan baku, pemain kami menang lebih sering daripada angka terbaik "
    "yang dikenal sebelumnya: dari {all} perbandingan, {higher} lebih tinggi, {equal} tidak "
    "terbukti berbeda, dan {lower} lebih rendah; di {board} (awal `{start}`) `{player}` "
    "memenangkan {rate} dari {games} permainan, sedangkan angka terbaik yang dikenal {known} % "
    "({solver}). Waktu `champion` {least:.0f} sampai {most:.0f} % dari waktu program Hill.",
}
_DEEP: Final = {
    "en": "From the `{start}` start of 16x30/99 `deep`, which plays close guesses out on {layouts} "
    "layouts, wins {gain} percentage points more than `patient` over {pairs} pairs of games, at "
    "{ms} ms a game.",
    "id": "Dari awal `{start}` di 16x30/99, `deep`, yang memainkan tebakan berdekatan sampai "
    "selesai pada {layouts} susunan, menang {gain} poin persentase lebih banyak daripada `patient` "
    "dalam {pairs} pasang permainan, dengan {ms} ms per permainan.",
}
_UNDECIDED: Final = {
    "en": "With the default of {layouts} layouts it is not decided: {gain} over {pairs} pairs so "
    "far.",
    "id": "Dengan {layouts} susunan bawaannya hal itu belum dapat dipastikan: {gain} dalam {pairs} "
    "pasang sampai kini.",
}
_SPEED: Final = {
    "en": "The chances of an expert position take {median:.0f} microseconds (median of "
    "{positions} positions), {ratio:.0f} times as fast as {peer}, the one peer measured beside it "
    "({lists:.0f} times where both read plain lists). A 1000x1000 position takes {least:.0f} to "
    "{most:.0f} milliseconds.",
    "id": "Menghitung peluang sebuah posisi ahli memerlukan {median:.0f} mikrodetik (median dari "
    "{positions} posisi), {ratio:.0f} kali lebih cepat daripada {peer}, satu-satunya pembanding "
    "yang ikut diukur ({lists:.0f} kali bila keduanya membaca daftar biasa). Posisi 1000x1000 "
    "memerlukan {least:.0f} sampai {most:.0f} milidetik.",
}
_NO_AUTHOR: Final = {
    "en": "a paper on {subject}; our copy names no author",
    "id": "sebuah makalah tentang {subject}; salinan kami tidak menyebut penulisnya",
}
_BROUGHT: Final = {
    "en": "- **{name}**: {citation}. It brought {brought}; here {here}.",
    "id": "- **{name}**: {citation}. Isinya {brought}; di sini {here}.",
}
_SHOWN: Final = ("16x30/99 safe", "patient")
"""The comparison whose figures stand in the sentence: the board and start of most solvers."""


def strength(language: Language) -> str:
    """Return how often our players win and how long they take, and what `deep` gains."""
    records = read_records()
    found = Counter(record.verdict for record in records)
    (shown,) = (r for r in records if (r.place, r.row["player"]) == _SHOWN)
    shares = _shares_of_time(records)
    with use_language(language):
        rate = format_share(shown.rate, 2, unit=" %")
        games, known = local_number(f"{shown.row['games']:,}"), local_number(shown.rival.percent)
    first = (
        _STRENGTH[language].format(
            all=len(records), higher=found["higher"], equal=found["no difference shown"],
            lower=found["lower"], board=shown.row["board"],
            start=shown.row["start"], player=shown.row["player"],
            rate=rate, games=games, known=known, solver=shown.rival.solver, least=min(shares),
            most=max(shares),
        )
    )  # fmt: skip
    return wrap(" ".join([first, *_gains_of_deep(language)]))


def _gains_of_deep(language: Language) -> list[str]:
    """Return a sentence for every budget of which all pairs were played, and for the default."""
    with use_language(language):
        return [
            (_DEEP if gain.pairs >= ALL_PAIRS else _UNDECIDED)[language].format(
                start=gain.start, layouts=gain.layouts, gain=local_number(str(gain)),
                pairs=local_number(f"{gain.pairs:,}"),
                ms=local_number(f"{cost_of()[gain.start, gain.layouts]:.1f}"),
            )
            for gain in read_gains() if gain.pairs >= ALL_PAIRS or gain.layouts == BOUND_LAYOUTS
        ]  # fmt: skip


def _shares_of_time(records: list[Record]) -> list[float]:
    """Return which parts of Hill's time `champion` takes; against his least, to be fair."""
    hill = milliseconds("Hill")
    return [
        100 * r.row["cpu_ms_per_game"] / hill[r.place][0]
        for r in records
        if r.row["player"] == "champion" and r.place in hill
    ]


def speed(language: Language) -> str:
    """Return two sentences: the time of an expert position, and of a huge one."""
    return wrap(_SPEED[language].format(**speed_figures()))


def papers(language: Language) -> str:
    """Return the list of the papers, each with what it brought and what is here."""
    with use_language(language):
        return "\n".join(
            wrap(
                _BROUGHT[language].format(
                    name=paper.name, citation=_citation(paper, language),
                    brought=_(paper.brought),
                    here=", ".join(f"`{name}`" for name in paper.here),
                ),
                indent="  ",
            )
            for paper in PAPERS.values()
        )  # fmt: skip


def _citation(paper: Paper, language: Language) -> str:
    if paper.authors:
        return f"{paper.authors}, *{paper.title}*"
    return _NO_AUTHOR[language].format(subject=_(paper.subject))


def wrap(text: str, indent: str = "") -> str:
    """Return a text in lines of at most 100 columns."""
    return fill(text, 100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
