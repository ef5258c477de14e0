"""What is played: a run determines its games, whoever plays them and wherever."""
