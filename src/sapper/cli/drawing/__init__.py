"""Boards drawn with text."""
