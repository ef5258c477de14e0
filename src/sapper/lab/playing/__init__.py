"""How the games of runs are played: cut into chunks, and counted with their faults."""
