"""MEASURE: runs, statistics, reports; for now the fingerprint of the engine."""
