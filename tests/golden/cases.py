"""What the golden files of commands run: small inputs, fixed seeds, one worker.

A case has one command per line; they run in their order in one folder. What stands in brackets at
the end, such as `[--json]`, prints a document: the command runs without it for `outputs/` and with
it for `documents/`. `> FILE` takes standard output; `cat` adds the tables of files to `documents/`.
"""

from __future__ import annotations

from typing import Final

__all__ = ["CASES", "FILES", "HELP_ALONE"]

FILES: Final = {
    "positions.txt": "3x3/2:01_/12_/___\n2x3/1:_10/_10\n3x3/2:01_/12_/__\n1x3/2:_1_\n",
    "answers.jsonl": "",
}
"""The files in the folder of every case, beside small.rawvf and plain.py of the examples."""

HELP_ALONE: Final = {"serve"}
"""Commands without a case: it waits for requests."""

CASES: Final = {
    "analyse": "analyse 4x4/2:1__1/12_1/0111/0000 [--json]",
    "analyse-several": "analyse positions.txt [--json]",
    "analyse-fractions": "analyse --fractions --trust-flags 4x4/4:F1__/12__/____/____ [--json]",
    "analyse-density": "analyse --density 0.2 hex-3x3/?:_1_/___/2__ [--json]",
    "analyse-picture": "analyse --svg - 3x3/2:01_/12_/___",
    "explain": "explain 3x3/2:01_/12_/___ [--json]",
    "explain-all": "explain --all 4x4/3:__20/__20/2210/0000 [--json]",
    "explain-undecided": "explain 3x3/2:01_/12_/___ r0c2 [--json]",
    "hint": """
        hint 3x3/2:01_/12_/___ [--json]
        hint --level 2 3x3/2:01_/12_/___ [--json]
        hint --level 3 3x3/2:01_/12_/___ [--json]
        hint --level 4 3x3/2:01_/12_/___ [--json]
        hint --level 4 2x3/1:_10/_10 [--json]
    """,
    "conflict": """
        analyse 4x4/?:1_11/12_1/0111/0000 [--json]
        explain 4x4/?:1_11/12_1/0111/0000 r0c1 [--json]
    """,
    "review": "review '5x5/4 safe 1 0 o3,2 o0,2 f0,0 o1,4 o3,3' --games 50 [--json]",
    "review-clicks": "review --clicks '5x5/4 safe 1 0 o3,2 o0,2 f0,0 o1,4 o3,3' [--json]",
    "metrics": """
        metrics 5x5/4=1100044 [--json]
        metrics '5x5/4 safe 1 0 o3,2@0.5 o0,2@1.25 f0,0@2 o1,4@3 o3,3@4' --all [--json]
    """,
    "play-replay": """
        play small.rawvf [--json]
        convert small.rawvf --to rawvf
    """,
    "certify": """
        certify 3x3/2=101 --first 0,2 --moves [--json]
        certify 3x3/2=101 --first 0,2 [--output -]
        certify 2x3/1=04 --first 0,1 --start safe [--json]
    """,
    "best": """
        best 4x4/2:1__1/12_1/0111/0000 [--json]
        best 4x4/4:____/_2__/____/____ --games 50 --limit 3 [--json]
    """,
    "best-clicks": """
        best --clicks 3x4/1:_1__/11__/____ --limit 3 [--json]
        best --clicks 4x4/2:____/____/____/____
        --language id best --clicks 3x4/1:_1__/11__/____ --limit 3
    """,
    "best-deep": "best 5x5/5:_____/_2___/_____/_____/____1 --player deep --games 40 [--json]",
    "optimal": "lab optimal 3x3/2 [--json]",
    "bench": "bench [--json]",
    "generate": """
        generate -b 6x6/6 --seed 1 [--json]
        generate -b 6x6/6 --seed 2 -n 2 --grade pair
        generate -b 6x6/6 --seed 3 --3bv 8-12
    """,
    "generate-drills": """
        generate -b 6x6/6 --seed 1 --technique subset --positions 2 [--json]
    """,
    "play": "play -p bfs -b 5x5/4 --seed 1 [--json]",
    "play-moves": "play -b 5x5/6 --seed 3 --start raw --moves",
    "laboratory": """
        run champion --board 5x5/4 --games 150 --workers 1 --ledger a.db [--json]
        compare champion greedy --board 5x5/4 --games 150 --workers 1 --ledger a.db [--json]
        compare champion greedy --board 5x5/4 --games 150 --ledger a.db --sprt 0 20 [--json]
        compare champion greedy --board 5x5/4 --games 150 --ledger a.db --details
        run champion --board 4x4/4 --games 25 --first random --workers 1 --ledger a.db
        lab ledger --ledger a.db [--json]
        lab ledger --check --ledger a.db [--json]
        lab report --ledger a.db --output page.html [--json]
        lab report 3 --ledger a.db --csv games.csv
        cat games.csv
    """,
    "reproduce": "papers reproduce --games 2 --workers 1 --ledger a.db [--json]",
    "dataset": """
        lab dataset d -b 4x4/4 --start safe --games 2 --validation 1 --test 1 --seed 3 --best [--json]
        cat d/**/*.parquet
    """,  # noqa: E501
    "tasks": """
        lab tasks make tasks.jsonl --kind certain --kind chance --level single -n 4 [--json]
        lab tasks next tasks.jsonl answers.jsonl
        lab tasks score tasks.jsonl answers.jsonl [--json]
        cat tasks.jsonl
    """,
    "trace": """
        papers trace 3x3/2:01_/12_/___ [--json]
        papers trace 3x3/2:01_/12_/___ -p bfs [--json]
        papers trace 3x3/2:01_/12_/___ --tree
    """,
    "trace-papers": """
        papers trace 4x4/3:__20/__20/2210/0000 -p greedy [--json]
        papers trace 2x5/?:_____/12221 -p hybrid [--json]
        papers trace 3x4/2:_1__/____/__1_ -p probability-naive [--json]
        papers trace 3x4/2:_1__/____/__1_ -p probability-frontier [--json]
        papers trace 3x4/2:_1__/____/__1_ -p probability [--json]
        papers trace 3x4/?:01_1/01_1/0111 -p backtracking --tree [--json]
        papers trace 4x4/?:1_11/12_1/0111/0000 -p backtracking --tree [--json]
        papers trace 3x3/2:01_/12_/___ -p bfs [--json]
        papers trace 2x3/1:01_/01_ -p bfs [--json]
        papers trace 4x4/3:__20/__20/2210/0000 -p bfs [--json]
        papers trace 3x3/?:111/101/111 -p brute-force [--json]
        papers trace 3x3/?:111/101/111 -p backtracking [--json]
    """,
    "players": "players [--json]",
    "engine": "engine example python",
    "convert": """
        convert 3x3/2:01_/12_/___ --to pretty [--json]
        convert 3x3/2=101 --to rawvf
        convert 3x3/2=101 --to link
        convert small.rawvf --to game
    """,
    "layout": """
        papers layout [[1,1,1],[1,0,1],[1,1,1]] [--json]
        papers layout 2x3/?:101/111 --all [--json]
        papers layout 3x3/?:111/111/111 --method brute-force --mines 1 [--json]
    """,
    "errors": """
        analyse 3x3/2:01_/12_ [--json]
        analyse 3x3/?:01_/12_/___ --density 2 [--json]
        analyse no-such-file.txt [--json]
        explain 3x3/2:01_/12_/___ r0c0 [--json]
        review '5x5/4 safe 1 0 o3,2 o3,2 o9,9' [--json]
        play -p nobody [--json]
        play -p greedy:guess=well [--json]
        run fast --board 5x5/30 --ledger a.db [--json]
        lab report --ledger a.db [--json]
        generate -b 4x4/3 --3bv 9x [--json]
        hint 2x3/1:_10/_10 --time 2x [--json]
        lab optimal 9x9/10 --nodes 10 [--json]
        convert 3x3/2=101 --to nothing [--json]
        hint --levle 2
    """,
    "indonesian": """
        --language id explain 3x3/2:01_/12_/___ [--json]
        --language id hint --level 4 2x3/1:_10/_10
        --language id analyse 4x4/?:1_11/12_1/0111/0000
        --language id review '5x5/4 safe 1 0 o3,2 o0,2 f0,0 o1,4 o3,3' --games 50
        --language id best 4x4/4:____/_2__/____/____
        --language id certify 3x3/2=101 --first 0,2 --moves
        --language id papers trace 3x3/2:01_/12_/___ -p bfs
        --language id play -p bfs -b 5x5/4 --seed 1
        --language id compare fast greedy --board 4x4/4 --games 20 --workers 1 --ledger a.db
        --language id papers layout [[1,1,1],[1,0,1],[1,1,1]]
        --language id analyse 3x3/2:01_/12_
        --language id generate -b 6x6/6 --seed 1
        --language id metrics '5x5/4 safe 1 0 o3,2@0.5 o0,2@1.25 f0,0@2 o1,4@3 o3,3@4' --all
        --language id players
        --language id run fast --board 4x4/4 --games 20 --workers 1 --ledger a.db
    """,
}
"""The commands of every golden file, by its name."""
