"""A sheet: a titled table of plain values with remarks, for the terminal and for the report."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from html import escape

from sapper.lab.html import Value, table_html

__all__ = ["Sheet"]


@dataclass(frozen=True)
class Sheet:
    """A title, the heads of the columns, the rows, and what a reader must know beside them."""

    title: str
    heads: list[str]
    rows: list[list[Value]]
    remarks: list[str] = field(default_factory=list)

    def to_html(self) -> str:
        """Return the table, which may scroll sideways on a narrow screen, and the remarks."""
        remarks = "".join(f"<p>{escape(remark)}</p>" for remark in self.remarks)
        return f'<div class="wide">{table_html(self.heads, self.rows)}</div>{remarks}'

    def as_dict(self) -> dict[str, object]:
        """Return plain data for JSON."""
        return asdict(self)
