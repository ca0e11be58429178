"""Targets of Bridgefront's questions: values that the board, hand and dialogs offer and return."""

from __future__ import annotations

from typing import Any, TypeAlias

from client.table.pick.script import Picks, Script

Target: TypeAlias = Any
"""Target: a hex, an edge, a champion's copy, a decision's card, a word, a bid or a stack.

The kind of the question determines the type, so code that reads the kind knows the type.
"""
TargetPicks: TypeAlias = Picks[Target]
TargetScript: TypeAlias = Script[Target]
