"""One position or one game needs neither numpy nor pydantic, click or threads."""

import subprocess
import sys

BLOCKED = """
import _thread, sys
for name in ("numpy", "pydantic", "click", "rich"):
    sys.modules[name] = None

def refuse(*arguments, **options):
    raise RuntimeError("can't start new thread")

_thread.start_new_thread = refuse

import sapper
from sapper import document
from sapper.board.geometry import Geometry
from sapper.games.certificates.checker import check_certificate
from sapper.games.conversion import convert
from sapper.players.tracing.tracer import trace

corner = "3x3/2:01_/12_/___"
guess = "hex-3x3/2:1__/___/___"
record = sapper.play("champion", "9x9/10", seed=3)
game = sapper.Game.parse("torus-4x4/2 safe =0804 0 o1,3 f3,2 o0,3 o0,1 c0,3")
puzzle = sapper.generate("9x9/10", seed=1)
"""

CALLS = [
    "document(sapper.analyse(corner)), sapper.analyse(corner).fractions",
    "document(sapper.analyse(guess).at((2, 2)))",
    "str(sapper.analyse(corner)) + str(sapper.analyse(guess))",
    "repr(sapper.analyse([[0, 1, -1], [1, 2, -1], [-1, -1, -1]], mines=2))",
    "sapper.analyse(corner).view()",
    "sapper.analyse('torus-4x4/?:1___/____/____/____', density=0.2).safest",
    "sapper.analyse(sapper.Position.hidden(Geometry.graph([[1], [0, 2], [1]]), 1)).ways",
    "[document(sapper.explain(position, (2, 2))) for position in (corner, guess)]",
    "[sapper.hint(corner, level) for level in (1, 2, 3, 4)] + [sapper.hint(guess, 4)]",
    "document(sapper.conflict('3x3/2:018/12_/___'))",
    "[sapper.best(corner, player=player) for player in ('champion', 'patient', 'fast')]",
    "sapper.win_chance(corner), sapper.win_chance('9x9/10:' + '/'.join(['_' * 9] * 9), games=9)",
    "document(sapper.review(record, games=9))",
    "document(game.metrics)",
    "check_certificate(document(puzzle.certificate)).is_valid",
    "[convert(puzzle.line, to) for to in ('rawvf', 'mbf', 'link')]",
    "[convert(corner, to) for to in ('pretty', 'matrix', 'emoji', 'json', 'svg')]",
    "document(trace(corner, 'hybrid-global'))",
    "sapper.play('fast', '16x16/40', seed=1)",
    "sapper.optimal('3x3/2')",
]


def test_the_calls_need_no_library_and_no_thread() -> None:
    code = BLOCKED + "".join(f"assert ({call})\n" for call in CALLS)
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
