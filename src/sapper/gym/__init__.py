"""LEARN: Gymnasium environments, stepped by the core and judged by its exact answers.

Importing this room registers `sapper/Minesweeper-v0`; so does
`gymnasium.make("sapper.gym:sapper/Minesweeper-v0")`. It needs the extra `gym`.
"""

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ImportError("sapper.gym needs the gym extra: pip install 'sapper[gym]'") from error

from sapper.gym.environment import MinesweeperEnv
from sapper.gym.observations import planes_of
from sapper.gym.vector import MinesweeperVectorEnv

__all__ = ["ENVIRONMENT", "MinesweeperEnv", "MinesweeperVectorEnv", "planes_of"]

ENVIRONMENT = "sapper/Minesweeper-v0"

if ENVIRONMENT not in gymnasium.registry:
    gymnasium.register(
        ENVIRONMENT,
        entry_point="sapper.gym.environment:MinesweeperEnv",
        vector_entry_point="sapper.gym.vector:MinesweeperVectorEnv",
    )
