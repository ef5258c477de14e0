"""`sapper.play` is a function at the front door and a room behind it; both names work.

Python binds a room to its parent's name when the room is first loaded. The front door loads the
room and then binds the function over it; nothing binds the room again, whatever is imported
later. So `sapper.play(...)` plays, and `from sapper.play import ...` asks the room. Only
`sapper.play.game` and `import sapper.play.game as name` need the other spelling.
"""

import subprocess
import sys

import pytest

PLAYS = "assert sapper.play('greedy', '9x9/10', seed=1).board == '9x9/10'"


def done(*lines):
    """Run lines in a fresh Python; its order of imports is the question."""
    return subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False
    )


def has_function():
    return done("import sapper, types", "assert callable(sapper.play)").returncode == 0


pytestmark = pytest.mark.skipif(not has_function(), reason="the front door does not play yet")


@pytest.mark.parametrize(
    "lines",
    [
        ["import sapper", PLAYS],
        ["import sapper, sapper.play", PLAYS],
        ["import sapper.play.game", PLAYS],
        ["from sapper.play import Game", "import sapper", PLAYS],
        ["from sapper.play.game import Game", "import sapper", PLAYS],
        ["import sapper.players, sapper.play.match, sapper", PLAYS],
        ["import sapper", "import sapper.play.game", PLAYS, "from sapper.play import Game"],
        ["import sapper", "from sapper.play import play", "assert play is sapper.play"],
        ["from sapper import play", "from sapper.play import Game", "play('bfs', '4x4/2')"],
        ["import sapper, importlib", "assert importlib.import_module('sapper.play').Game"],
        ["import sapper, pickle", "r = sapper.play('bfs', '4x4/2')",
         "assert pickle.loads(pickle.dumps(r)) == r"],
    ],
)  # fmt: skip
def test_the_function_and_the_room(lines):
    told = done(*lines)
    assert told.returncode == 0, told.stderr
