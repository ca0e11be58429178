"""Targets of Bridgefront's questions: what the board, the hand and the dialogs offer and hand back."""

from __future__ import annotations

from typing import Any, TypeAlias

from client.table.pick.script import Picks, Script

Target: TypeAlias = Any
"""A hex, an edge, a champion's copy, a card as a decision names it, a word, a bid, a stack.

The kind of the question says which, so the place that reads the kind knows the type.
"""
TargetPicks: TypeAlias = Picks[Target]
TargetScript: TypeAlias = Script[Target]
