"""Jobs: other work than games, such as datasets and tasks, on the same workers and ledger.

`job` says what a job is, `parts` has workers make its parts, `output` fills the files.
"""

from sapper.lab.jobs.job import Job, JobPart, MadePart

__all__ = ["Job", "JobPart", "MadePart"]
