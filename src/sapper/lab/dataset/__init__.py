"""Positions from games with exact answers, as files for learners: Parquet or JSON lines.

`plan` says which games, `rows` makes the rows of one part, `files` writes and reads parts, `making`
runs the plan on workers and resumes it, `datasheet` describes the result in words.
"""

from sapper.lab.dataset.making import DatasetSummary, make_dataset, stream_rows
from sapper.lab.dataset.plan import DatasetPlan

__all__ = ["DatasetPlan", "DatasetSummary", "make_dataset", "stream_rows"]
