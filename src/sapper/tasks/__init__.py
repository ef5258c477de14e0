"""ASK: questions about positions with exact answers, for language models and for people.

`make_task` makes a question, `score` judges an answer, `Conversation` plays a game over many turns.
No model is called anywhere.
"""

from sapper.tasks.files import read_answers, read_tasks, stream_lines, write_tasks
from sapper.tasks.making import make_task
from sapper.tasks.plan import KINDS, LEVELS, NOTATIONS, TaskPlan
from sapper.tasks.scoring import Conversation, Mark, Score, score, score_all, summarise
from sapper.tasks.task import Task, check_task

__all__ = [
    "KINDS", "LEVELS", "NOTATIONS", "Conversation", "Mark", "Score", "Task", "TaskPlan",
    "check_task", "make_task", "read_answers", "read_tasks", "score", "score_all", "stream_lines",
    "summarise", "write_tasks",
]  # fmt: skip
