"""Ambition in words: questions, events, cards, the state as a table. No part of the rules."""
