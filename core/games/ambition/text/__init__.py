"""Texts of Ambition, which are not part of the rules: questions, events, cards, and tables of the state."""
