"""WHAT a text means: an optional sentence model tells how close an anchor is to the topic."""
