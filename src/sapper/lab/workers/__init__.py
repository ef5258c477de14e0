"""Workers: what plays the chunks of runs, here, in other processes or on a Dask cluster.

`pool` has the pools of one machine, made of `process_pool` and, for players that may end their
process, `isolation` (its processes run `isolated`). `cluster` is the pool of a Dask scheduler, with
`dask_client` and `refused_workers`.
"""

from sapper.lab.workers.pool import LocalPool, WorkerPool, call_here, worker_pool

__all__ = ["LocalPool", "WorkerPool", "call_here", "worker_pool"]
