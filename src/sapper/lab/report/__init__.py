"""The report of runs: one page with tables and plots, and the same figures and games as data."""

from sapper.lab.report.export import figures_document, write_csv, write_data, write_parquet
from sapper.lab.report.page import PageHead, report_html, reproduction_html
from sapper.lab.report.tables import report_tables

__all__ = [
    "PageHead",
    "figures_document",
    "report_html",
    "report_tables",
    "reproduction_html",
    "write_csv",
    "write_data",
    "write_parquet",
]
