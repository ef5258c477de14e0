"""Tables in another language: people read its words, and programs the same data as always."""

from __future__ import annotations

import pickle

from sapper.lab.statistics import wilson
from sapper.lab.table import Table, difference_cells, format_share, share_cells
from sapper.language import use_language


def test_intervals_are_translated_where_people_read_them() -> None:
    cells = share_cells(wilson(41, 100))
    table = Table("t", ["player", "win %", "95 % interval"], [["fast", *cells]])
    english = table.to_csv()
    assert " to " in english
    assert " to " in str(difference_cells(wilson(41, 100))[1])
    assert pickle.loads(pickle.dumps(table)).to_csv() == english
    with use_language("id"):
        assert table.to_csv() == english
        for shown in (table.to_html(), table.to_latex(), format_share(wilson(41, 100))):
            assert " sampai " in shown
            assert " to " not in shown
