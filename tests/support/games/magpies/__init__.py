"""Tiny game with one deck for all, drawn in private, for behaviour that only a shared deck causes."""
