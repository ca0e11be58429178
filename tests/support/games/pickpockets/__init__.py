"""Tiny game in which closed cards change hands, for behaviour that only this causes."""
