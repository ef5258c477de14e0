"""An engine that fails in the way its argument names, in one game of three; run as a program.

It opens the first covered cell, as `tests.support.bad_players.Sound` does, and imports nothing of
sapper.
"""

from __future__ import annotations

import os
import signal
import sys
import time


def say(text: str) -> None:
    print(text, flush=True)


def introduce(how: str) -> None:
    if how == "stays silent":
        time.sleep(600)
    if how == "never introduces itself":
        while True:
            say("name bad")
    name = {"has a bad name": "bad engine\x1b[31m", "has no name": ""}.get(how, "bad")
    version = str(os.getpid()) if how == "changes" else "1.0"
    options = f"option how {how.replace(' ', '-')}"
    protocol = "sapper-engine 99" if how == "speaks another version" else "sapper-engine 1"
    say(f"{protocol}\nname {name}\nversion {version}\nauthor Nobody\n{options}\nready")


def fail(how: str) -> None:
    """Answer `go` in the worst way."""
    if how == "moves illegally":
        say("move open r99c99")
    elif how == "opens an open cell":
        say("move open r0c0")
    elif how == "garbage":
        say("I think r2c2 is nice")
    elif how == "no text":
        sys.stdout.buffer.write(b"move open \xff\xfe\n")
        sys.stdout.buffer.flush()
    elif how == "crashes":
        print("out of ideas", file=sys.stderr)
        sys.exit(3)
    elif how == "dies by a signal":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif how == "sleeps":
        time.sleep(600)
    elif how == "loops":
        while True:
            pass
    elif how == "writes for ever":
        while True:
            sys.stdout.write("info thinking\n")
    elif how == "one endless line":
        while True:
            sys.stdout.write("x" * 1000)
    elif how == "complains for ever":
        while True:
            sys.stderr.write("no!\n" * 1000)
    elif how == "answers twice":
        say("move open r2c2\nmove open r2c3")
    elif how == "gives up":
        say("error this is too hard")
    elif how == "closes its output":
        os.close(1)
        time.sleep(600)


def decide(position: str) -> str:
    rows = position.partition(":")[2].split("/")
    hidden = [(r, c) for r, row in enumerate(rows) for c, face in enumerate(row) if face == "_"]
    row, column = hidden[0]
    return f"move open r{row}c{column}"


def main(how: str) -> None:
    seed, position = 0, ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "sapper-engine":
            introduce(how)
        elif word == "new":
            seed = int(rest.rpartition(" ")[2])
        elif word == "position":
            position = rest
        elif word == "go" and how == "lies":
            say(f"{decide(position)} chance 0.01 certain")
        elif word == "go" and seed % 3 == 0 and how not in ("sound", "changes", "never ends"):
            fail(how)
        elif word == "go":
            say(f"info deciding\n{decide(position)}")
        elif word == "quit":
            if how == "never ends":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(600)
            break


if __name__ == "__main__":
    main(" ".join(sys.argv[1:]))
