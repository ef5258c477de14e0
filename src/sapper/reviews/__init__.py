"""REVIEW: go through a finished game again and separate luck from skill."""
