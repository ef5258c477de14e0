"""Reproduce the papers' experiments and compare with the printed figures."""
