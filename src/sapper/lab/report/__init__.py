"""The report of runs: one page with tables and plots, and the same figures and games as data."""
