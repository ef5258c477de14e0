"""Run benchmarks: all of them, or those named on the command line."""

from __future__ import annotations

import argparse

from rich.console import Console

from bench.benchmark import NAMES, run_benchmark, summary


def main() -> None:
    """Run the benchmarks that the command line names."""
    listing = "\n".join(f"  {name:<11} {summary(name)}" for name in NAMES)
    parser = argparse.ArgumentParser(
        prog="python -m bench",
        description="Measure speed; print the tables and write them to bench/results/NAME.json.",
        epilog=f"benchmarks:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a benchmark (default: all)")
    names = parser.parse_args().names or NAMES
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        parser.error(f"unknown benchmark {', '.join(unknown)}; choose from {', '.join(NAMES)}")
    console = Console(width=None if Console().is_terminal else 180)
    for name in names:
        run_benchmark(name, console)


if __name__ == "__main__":
    main()
