"""Positions from games with exact answers, as Parquet files for learners.

`plan` says which games, `part` makes the file of some of them, `making` fills a folder and resumes
it.
"""

from sapper.lab.dataset.making import Dataset, make_dataset
from sapper.lab.dataset.plan import DatasetPlan

__all__ = ["Dataset", "DatasetPlan", "make_dataset"]
