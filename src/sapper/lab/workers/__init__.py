"""Workers: what plays the chunks of runs, here, in other processes or on a Dask cluster.

`pool` has the pools and how a game that kills its process is found, `processes` the processes,
`cluster` the pool of a Dask scheduler. What ends a move that hangs is `MoveLimit` in
`runs/limits.py`.
"""

from sapper.lab.workers.pool import LocalPool, WorkerPool, worker_pool

__all__ = ["LocalPool", "WorkerPool", "worker_pool"]
