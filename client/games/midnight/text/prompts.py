"""Texts of Midnight's prompts: names of picks, reasons why picks are illegal, and labels of buttons."""

from __future__ import annotations

from client.games.midnight.text.names import DIAL_TIPS, card_name, nation_name
from client.table.pick.script import Pick, PickPath
from client.table.question import PathQuestion
from core.engine.hidden.secrets import foreign
from core.games.midnight import action, cards
from core.games.midnight.cards import DIAL_NAMES, NATION_NAMES
from core.games.midnight.game import GAME
from core.games.midnight.setup import NATION
from core.games.midnight.state import Midnight
from core.games.midnight.text.prompts import PROMPTS
from core.games.midnight.totals import fee
from core.games.midnight.turn import DEPLOY, TRIM, hand_limit
from core.games.midnight.upgrades import UPGRADES

CARD_USES = {
    "stop": "End the turn",
    action.CAPITAL: "To the Capital",
    action.DISCARD: "Discard it for its effect",
    action.SET: "A set of three, for Worth",
    action.STORE: "Into the stockpile, for Midnight",
    action.PAIR: "A pair, for 2 Worth",
}
"""Words for the uses of a card, except on a border."""
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


class MidnightPromptTexts(PathQuestion):
    """Question of Midnight that describes its legal picks and explains why others are illegal."""

    game, put = GAME, PROMPTS
    state: Midnight

    def dials(self, picked: PickPath) -> list[int]:
        """Return the values of our dials after these steps."""
        now = list(self.state.dials[self.seat])
        for _, dial in picked:
            now[dial] += 1
        return now

    def confirms(self) -> str:
        """Return the label of the large button."""
        if self.asked_of is not action.ACT:
            return CONFIRM_LABELS.get(self.asked_of.kind, "Lock in")
        moved = any(kind == "entry" for kind, _ in self.answers)
        deed = next((kind for kind, _ in self.answers if kind not in ("card", "entry")), "")
        return "Move it" if moved else ACTION_LABELS.get(deed, "Lay it")

    def lifted(self) -> int:
        """Return the copy of the card that is lifted or turned, or 0 for none."""
        turned = next((self.copy_of(what) for kind, what in self.answers if kind == "entry"), 0)
        return turned or next((what for kind, what in reversed(self.answers) if kind == "card"), 0)

    def over_list(self) -> str:
        """Return the title of the list of highlighted places."""
        kinds = {kind for kind, _ in self.targets or self.instead} - {"card", "stop"}
        return "Or move one of your cards" if kinds <= {"entry"} else "Highlighted places"

    def choice_head(self) -> tuple[str, str]:
        """Return the title and the note of the row of choices above the hand."""
        if self.asked_of is NATION:
            return "Choose your nation", "all five have the same cards and dials"
        return "Take one of their cards", ""

    def costs(self) -> str:
        """Return the cost of the cards over the limit, as rich text, or "" if they cost nothing."""
        if self.asked_of is not TRIM or self.state.ruined[self.seat]:
            return ""
        lost = f"{{bad}}{fee(self.state)} Worth{{/}}"
        return f"Each card over the limit of {hand_limit(self.state)} costs {lost}."

    def name_of(self, pick: Pick) -> str:
        """Return a name for a pick, in a few words."""
        kind, what = pick
        state = self.state
        if kind == "card":
            return card_name(what)
        if kind in ("border", "look"):
            name = f"Seat {what} ({nation_name(state, what)})"
            return f"Towards {name}" if kind == "border" else f"Discard it: look at {name}"
        if kind == "entry":
            towards = next(o for o, entries in state.facing(self.seat) if what in entries)
            return f"Move the {card_name(self.copy_of(what))} facing Seat {towards} ({nation_name(state, towards)})"
        if kind == "theirs":
            return card_name(self.seen_copy(what))
        if kind == "dial":
            now = self.dials(tuple(self.answers))[what] if self.asked_of is UPGRADES else state.dials[self.seat][what]
            step = now + (1 if self.asked_of is UPGRADES else -1)
            values = cards.DIAL_VALUES[what]
            return f"{DIAL_NAMES[what]} {values[now]} to {values[step]}: {DIAL_TIPS[what]}"
        if kind == "nation":
            return NATION_NAMES[what]
        return CARD_USES[kind]

    def seen_copy(self, entry: int) -> int:
        """Return the copy of a card in a visible hand of another seat, or 0 if its face is not known."""
        seen = self.secrets.seen.get(foreign(self.detail[0], entry)) if entry > 0 else None
        return seen[1] if seen else max(0, -entry)

    def why_not(self, pick: Pick) -> str:
        """Return the reason why something cannot be picked now."""
        kind, what = pick
        state, seat = self.state, self.seat
        if kind == "border":
            if what == seat:
                return "That is your own nation."
            if state.eliminated[what]:
                return "That nation is eliminated."
            if state.ruined[what]:
                return "You cannot lay cards towards a nation in Ruin."
            if state.ruined[seat]:
                return "In Ruin you cannot lay cards on a border."
            return "Choose a card first." if not self.answers else "That card cannot go to a border."
        if kind == "card" and not self.answers:
            if self.asked_of not in (action.ACT, TRIM, DEPLOY):
                return "You are not choosing a card right now."
            if state.ruined[seat]:
                return "In Ruin you can use this card only in a pair or a set."
            return "You cannot play this card now."
        if kind == "card":
            return (
                "It does not fit your other cards."
                if len(self.answers) > 1
                else "Choose what the first card does, or take it back."
            )
        return "Not possible now."

    def path_words(self, picked: PickPath) -> str:
        """Return the instruction for the next pick on the path to an answer."""
        if not picked:
            return PROMPTS[self.asked_of].sentence
        name = self.name_of(picked[0])
        if len(picked) > 1:
            return f"{name}: choose the cards that go with it."
        lifted = picked[0][0] == "card"
        return f"{name}: choose where it goes, or what it does." if lifted else f"{name}: choose a border."

    def to_go(self, picked: PickPath) -> str:
        """Return the instruction for a question with several picks, including the number of missing picks."""
        left = self.detail[0] - len(picked)
        return PROMPTS[self.asked_of].sentence + (f" {left} to go." if left > 1 or (left and picked) else "")
