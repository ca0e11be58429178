"""What is asked and picked at the table of Midnight, in words: names of picks, reasons, what the buttons say."""

from __future__ import annotations

from client.games.midnight.text.names import DIAL_TIPS, card_name, nation_name
from client.table.picking import Pick, Way
from client.table.question import WayQuestion
from core.engine.hidden.secrets import foreign
from core.games.midnight import action, cards
from core.games.midnight.cards import DIAL_NAMES, NATIONS
from core.games.midnight.game import GAME
from core.games.midnight.setup import NATION
from core.games.midnight.state import Midnight
from core.games.midnight.text.prompts import PUT
from core.games.midnight.totals import fee
from core.games.midnight.turn import DEPLOY, TRIM, hand_limit
from core.games.midnight.upgrades import UPGRADES

WORDS = {
    "stop": "End the turn",
    action.CAPITAL: "To the Capital",
    action.DISCARD: "Discard it for its effect",
    action.SET: "A set of three, for Worth",
    action.STORE: "Into the stockpile, for Midnight",
    action.PAIR: "A pair, for 2 Worth",
}
"""What can be done with a card besides laying it on a border."""
LIFT = "{muted}Choose a card from your hand. The places it can go to light up.{/}"
CONFIRM = {"nation": "Lead it", "upgrade": "Turn it up", "downgrade": "Turn it down", "trim": "Discard",
           "deploy": "Lay them", "capture": "Take it"}  # fmt: skip
"""What the large button says, by the kind of question."""
SAYS = {"border": "Lay it", "capital": "Play it", "store": "Put away", "discard": "Discard it", "set": "Discard them",
        "pair": "Discard them", "look": "Look", "entry": "Move it", "stop": "End the turn"}  # fmt: skip
"""What it says for an action, by what was picked."""


ICON_OF = {"border": "pact", "capital": "capital", "store": "stockpile", "discard": "discard", "set": "discard",
           "pair": "discard", "look": "eye", "entry": "right", "stop": "done"}  # fmt: skip
"""What stands for a kind of pick in a list."""
SHORT = {"capital": "Capital", "store": "Stockpile", "discard": "Discard", "set": "Set of three", "pair": "A pair"}
"""Places in a list."""


class Worded(WayQuestion):
    """A question of Midnight that says what may be picked, and why something may not."""

    game, put = GAME, PUT
    state: Midnight

    def dials(self, picked: Way) -> list[int]:
        """The own dials after these steps."""
        now = list(self.state.dials[self.seat])
        for _, dial in picked:
            now[dial] += 1
        return now

    def confirms(self) -> str:
        """What the large button says."""
        if self.asked_of is not action.ACT:
            return CONFIRM.get(self.asked_of.kind, "Lock in")
        moved = any(kind == "entry" for kind, _ in self.answers)
        deed = next((kind for kind, _ in self.answers if kind not in ("card", "entry")), "")
        return "Move it" if moved else SAYS.get(deed, "Lay it")

    def lifted(self) -> int:
        """The copy of the card that is lifted or turned, 0 for none."""
        turned = next((self.copy_of(what) for kind, what in self.answers if kind == "entry"), 0)
        return turned or next((what for kind, what in reversed(self.answers) if kind == "card"), 0)

    def over_list(self) -> str:
        """What stands over the list of lit places."""
        kinds = {kind for kind, _ in self.targets or self.instead} - {"card", "stop"}
        return "Or move one of your cards" if kinds <= {"entry"} else "Highlighted places"

    def choice_head(self) -> tuple[str, str]:
        """Title and note of the row of choices over the hand."""
        if self.asked_of is NATION:
            return "Choose your nation", "all five have the same cards and dials"
        return "Take one of their cards", ""

    def costs(self) -> str:
        """What cards over the limit cost, as rich text; "" where they cost nothing."""
        if self.asked_of is not TRIM or self.state.ruined[self.seat]:
            return ""
        lost = f"{{bad}}{fee(self.state)} Worth{{/}}"
        return f"Each card over the limit of {hand_limit(self.state)} costs {lost}."

    def name_of(self, pick: Pick) -> str:
        """A pick in a few words."""
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
            return f"{DIAL_NAMES[what]} {cards.DIALS[what][now]} to {cards.DIALS[what][step]}: {DIAL_TIPS[what]}"
        if kind == "nation":
            return NATIONS[what]
        return WORDS[kind]

    def seen_copy(self, entry: int) -> int:
        """The copy of a card of a hand that one sees, 0 where it cannot be read."""
        seen = self.secrets.seen.get(foreign(self.detail[0], entry)) if entry > 0 else None
        return seen[1] if seen else max(0, -entry)

    def why_not(self, pick: Pick) -> str:
        """Why something cannot be picked now."""
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
                return "You do not choose a card now."
            if state.ruined[seat]:
                return "In Ruin this card needs others that fit, for a pair or a set."
            return "You cannot play this card now."
        if kind == "card":
            return (
                "It does not go with the others."
                if len(self.answers) > 1
                else "Choose what the first card does, or take it back."
            )
        return "Not possible now."

    def way_words(self, picked: Way) -> str:
        """What must be done now on the way to an answer."""
        if not picked:
            return PUT[self.asked_of].sentence
        name = self.name_of(picked[0])
        if len(picked) > 1:
            return f"{name}: choose the cards that go with it."
        lifted = picked[0][0] == "card"
        return f"{name}: choose where it goes, or what it does." if lifted else f"{name}: choose a border."

    def to_go(self, picked: Way) -> str:
        """The same where a number of them is to be picked."""
        left = self.detail[0] - len(picked)
        return PUT[self.asked_of].sentence + (f" {left} to go." if left > 1 or (left and picked) else "")
