"""A tiny game in which closed cards change hands, for tests of effects that only such games have."""
