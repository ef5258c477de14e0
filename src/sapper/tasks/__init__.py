"""ASK: questions about positions with exact answers, for language models and for people.

`make_task` makes a question, `score` judges an answer in free text, `Conversation` plays a game
over many turns. No model is called anywhere. `for_reasoning_gym` and `for_inspect` are adapters.
"""

from sapper.tasks.baselines import BASELINES, baseline_turns
from sapper.tasks.conversation import Conversation
from sapper.tasks.files import read_answers, read_tasks
from sapper.tasks.kinds import LEVELS, NOTATIONS, Kind, Skill, skill_of
from sapper.tasks.making import make_task, make_tasks
from sapper.tasks.outcome import Outcome, Score
from sapper.tasks.plan import TaskPlan
from sapper.tasks.scoring import score
from sapper.tasks.summary import TaskScores, score_all
from sapper.tasks.task import Task
from sapper.tasks.task_file import stream_lines, write_tasks

__all__ = [
    "BASELINES",
    "LEVELS",
    "NOTATIONS",
    "Conversation",
    "Kind",
    "Outcome",
    "Score",
    "Skill",
    "Task",
    "TaskPlan",
    "TaskScores",
    "baseline_turns",
    "make_task",
    "make_tasks",
    "read_answers",
    "read_tasks",
    "score",
    "score_all",
    "skill_of",
    "stream_lines",
    "write_tasks",
]
