"""Tables in LaTeX: every sign is escaped, every row has all its cells."""

from __future__ import annotations

import re

from sapper.lab import compare
from sapper.lab.report import report_tables
from sapper.lab.table import Table, Value, latex_text


def test_a_table_in_latex() -> None:
    table = Table("50 % & more", ["name_1", "p"], [["a − b", "<0.01"], ["c", None]], ["A note."])
    assert table.to_latex().splitlines() == [
        r"\begin{table}", r"\centering", r"\caption{50 \% \& more. A note.}",
        r"\begin{tabular}{lr}", r"\hline", r"name\_1 & p \\", r"\hline",
        r"a $-$ b & $<$0.01 \\", r"c & -- \\", r"\hline", r"\end{tabular}", r"\end{table}",
    ]  # fmt: skip
    assert latex_text("\\~^{}#$") == r"\textbackslash{}\textasciitilde{}\textasciicircum{}\{\}\#\$"


def latex_rows(text: str) -> list[list[str]]:
    """Return the cells of a table in LaTeX; fail for what LaTeX would refuse or misread."""
    known = r"\\(?:text(?:backslash|ascii(?:tilde|circum)|bar)\{\}|pm|approx|cdot|times|[&%$#_{}])"
    plain = r"[A-Za-z0-9 .,:;!?()'`\"/@=+<>{}\[\]*-]"
    token = re.compile(rf"{known}|\$(?:\\[a-z]+|\^n|[-<>])\$|{plain}")
    lines = text.splitlines()
    assert [line for line in lines if line.startswith("\\")] == [
        r"\begin{table}", r"\centering", lines[2], lines[3], r"\hline", r"\hline", r"\hline",
        r"\end{tabular}", r"\end{table}",
    ]  # fmt: skip
    caption, spec = (
        re.fullmatch(r"\\caption\{(.*)}", lines[2]),
        re.fullmatch(r"\\begin\{tabular}\{([lr]+)}", lines[3]),
    )
    assert caption
    assert spec
    rows = [line.removesuffix(r" \\") for line in lines[4:-2] if line != r"\hline"]
    cells = [re.split(r"(?<!\\)& ?", row) for row in rows]
    assert {len(row) for row in cells} == {len(spec[1])}
    for cell in [caption[1], *(cell for row in cells for cell in row)]:
        assert token.sub("", cell) == "", cell
        bare = re.sub(r"\\[{}]", "", cell)
        assert bare.count("{") == bare.count("}")
    assert not any(row.startswith(("[", "*")) for row in rows)
    return cells


def test_every_table_is_strict_latex() -> None:
    contest = compare("greedy", "champion", board="8x8/10", games=80, workers=1).contests[0]
    odd: list[list[Value]] = [
        ["[1] a*b", "50 % – 60 %"],
        ["*", "~^\\{}#$&|<>±≈·×ⁿ"],
        ["two\nlines", None],
    ]
    for table in [
        *report_tables(contest.results),
        Table("no rows", ["a_b", "[c]"], []),
        Table("`--keep outcomes` & more", ["name", "95 %"], odd, ["A note: 1 × 2."]),
    ]:
        cells = latex_rows(table.to_latex())
        assert len(cells) == len(table.rows) + 1
    assert latex_text("--keep -1 a–b") == "-{}-keep -1 a--b"
