"""A tiny game in which closed cards change hands, for tests of what only this causes."""
