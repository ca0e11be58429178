"""A first match with somebody beside you: a prepared table, short texts, and the next thing to press lit."""
