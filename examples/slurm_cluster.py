"""Play a run on SLURM: jobs of Dask workers, started and stopped by dask-jobqueue.

python slurm_cluster.py            submit the jobs, play, write the ledger
python slurm_cluster.py --script   only print the script that each job runs
"""

from __future__ import annotations

import sys

from dask.distributed import Client
from dask_jobqueue import SLURMCluster

import sapper

JOBS = 4  # each with CORES workers
CORES = 8
QUIET = (  # without Dask's own profiler, and with fewer ticks
    "export DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False",
    "export DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL=500ms",
)


def make_cluster() -> SLURMCluster:
    """Return a cluster without jobs yet; its scheduler runs in this process."""
    return SLURMCluster(
        queue="compute",  # the partition
        cores=CORES,
        processes=CORES,  # one worker with one thread for every core
        memory="8GB",
        walltime="02:00:00",
        job_script_prologue=[*QUIET, "source ~/sapper/bin/activate"],
        scheduler_options={"dashboard_address": ":0"},  # any free port
    )


def main() -> None:
    """Play a million games, or print the script of a job."""
    with make_cluster() as cluster:
        if "--script" in sys.argv:
            sys.stdout.write(cluster.job_script())
            return
        cluster.scale(jobs=JOBS)
        with Client(cluster) as client:
            client.wait_for_workers(1)  # jobs may have to wait in the queue
        result = sapper.simulate(
            "champion", "expert", games=1_000_000, seed=1,
            cluster=cluster.scheduler_address, ledger="expert.sqlite",
        )  # fmt: skip
    sys.stdout.write(f"{result}\n")


if __name__ == "__main__":
    main()
