"""A tiny game with one deck for all, drawn in private, for whatever only a shared deck brings about."""
