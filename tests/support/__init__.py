"""Helpers that several tests share: brute-force referees, boards, a server, the command."""
