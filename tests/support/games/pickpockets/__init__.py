"""A tiny game in which closed cards change hands, for what only that brings about."""
