"""Texts of Midnight's prompts: names of picks, reasons why picks are illegal, and labels of buttons."""

from __future__ import annotations

from core.games.midnight import action

CARD_USES = {
    "stop": "End the turn",
    action.CAPITAL: "To the Capital",
    action.DISCARD: "Discard it for its effect",
    action.SET: "A set of three, for Worth",
    action.STORE: "Into the stockpile, for Midnight",
}
"""Words for the uses of a card, except on a border and in a pair."""
LIFT = "{muted}Choose a card from your hand. The places it can go to light up.{/}"
CONFIRM_LABELS = {"nation": "Lead it", "upgrade": "Turn it up", "downgrade": "Turn it down", "trim": "Discard",
           "deploy": "Lay them", "capture": "Take it"}  # fmt: skip
"""Label of the large button, by kind of question."""
ACTION_LABELS = {
    "border": "Lay it",
    "capital": "Play it",
    "store": "Put away",
    "discard": "Discard it",
    "set": "Discard them",
    "pair": "Discard them",
    "look": "Look",
    "entry": "Move it",
    "stop": "End the turn",
}
"""Label of the large button for an action, by the last pick."""


ICON_OF = {"border": "pact", "capital": "capital", "store": "stockpile", "discard": "discard", "set": "discard",
           "pair": "discard", "look": "eye", "entry": "right", "stop": "done"}  # fmt: skip
"""Icon of a kind of pick in a list."""
SHORT_PLACES = {
    "capital": "Capital",
    "store": "Stockpile",
    "discard": "Discard",
    "set": "Set of three",
    "pair": "A pair",
}
"""Names of places in a list."""
