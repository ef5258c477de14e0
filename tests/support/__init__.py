"""Helpers that several tests share: referees, boards, a server, the command."""
