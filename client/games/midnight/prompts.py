"""Prompt of our seat, answered pick by pick; a decision of Midnight is a path of visible picks.

A pick is something on the screen. ("card", copy) is a card of the hand, and ("border", seat) a border. ("entry", entry)
is a card on our Borderlands, and ("theirs", entry) a card of a hand that the seat sees. ("dial", n) is a dial, and
("nation", n) a nation. Other picks are the word of an action.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from client.games.midnight.text.names import DIAL_TIPS, card_name, nation_name
from client.games.midnight.text.prompts import ACTION_LABELS, CARD_USES, CONFIRM_LABELS
from client.table.pick.script import CARD, ENOUGH, Pick, PickPath, Picks
from client.table.prompt.question import PickQuestion, PickScript
from core.engine.game import Decision
from core.engine.hidden.hand import name_card
from core.engine.hidden.piles import copy_of
from core.engine.hidden.secrets import foreign_slot
from core.games.midnight import action, cards
from core.games.midnight.cards import DIAL_NAMES, NATION_NAMES, TOP
from core.games.midnight.decisions import Act, Capture, Deploy, Discard, Downgrade, Nation, Upgrades
from core.games.midnight.game import GAME
from core.games.midnight.setup import NATION
from core.games.midnight.state import Midnight
from core.games.midnight.text.prompts import PROMPTS
from core.games.midnight.totals import card_fee
from core.games.midnight.turn import DEPLOY, TRIM, hand_limit
from core.games.midnight.upgrades import UPGRADES

STOP: Pick = ("stop", 0)


class MidnightPrompt(PickQuestion):
    """Prompt for one question of Midnight, with the picks made up to now."""

    game, put = GAME, PROMPTS
    state: Midnight

    @property
    def alternatives(self) -> tuple[Pick, ...]:
        """Legal picks of places instead of the last pick; never other cards, nor the end of the turn."""
        found = super().alternatives if self.answers and self.answers[-1][0] != CARD else ()
        return tuple(pick for pick in found if pick != STOP)

    @property
    def locks_immediately(self) -> bool:
        """True if the player has picked the end of the turn, which needs no further confirmation."""
        return self.answers == [STOP]

    def entry(self, copy: int) -> int:
        """Return the entry that names a card in a decision while the card stays face down."""
        return self.hand[copy] or -copy

    def all_paths(self) -> Iterator[tuple[PickPath, Decision]]:
        """Yield the picks that lead to each listed answer."""
        state, seat = self.state, self.seat
        for decision in GAME.options_of(state, seat, self.secrets):
            if isinstance(decision, Act):
                yield from ((way, decision) for way in self._acts(decision))
            elif isinstance(decision, Nation):
                yield (("nation", decision.nation),), decision
            elif isinstance(decision, Downgrade):
                yield (("dial", decision.dial),), decision
            elif isinstance(decision, Capture):
                yield (("theirs", decision.entry),), decision

    def _acts(self, act: Act) -> Iterator[PickPath]:
        """Yield the paths to an action; the cards of a set may be picked in any order."""
        if act.kind == action.STOP:
            yield (STOP,)
            return
        if act.kind == action.MOVE:
            yield ("entry", act.entries[0]), ("border", act.to)
            return
        copies = [*(copy_of(card) for card in act.cards), *(self.copy_of(entry) for entry in act.entries)]
        if act.kind == action.BORDER:
            yield ("card", copies[0]), ("border", act.to)
        elif act.kind == action.DISCARD and act.to:
            yield ("card", copies[0]), ("look", act.to)
        else:
            for first, *rest in permutations(copies):
                yield ("card", first), (act.kind, 0), *(("card", copy) for copy in rest)

    def ways_of(self, copy: int) -> list[str]:
        """Return the kinds of the second pick that are possible if this card of the hand is the first pick."""
        seconds = (way[1][0] for way in self.ways if way[0] == ("card", copy) and len(way) > 1)
        return list(dict.fromkeys(seconds))

    def kinds(self) -> set[str]:
        """Return the kinds of action that are possible now."""
        return {decision.kind for decision in self.ways.values() if isinstance(decision, Act)}

    # Words ------------------------------------------------------------------------------------------------------------

    def dials(self, picked: PickPath) -> list[int]:
        """Return the values of our dials after these steps."""
        now = list(self.state.dials[self.seat])
        for _, dial in picked:
            now[dial] += 1
        return now

    def confirm_label(self) -> str:
        """Return the label of the large button."""
        if self.asked_of is not action.ACT:
            return CONFIRM_LABELS.get(self.asked_of.kind, "Lock in")
        moved = any(kind == "entry" for kind, _ in self.answers)
        deed = next((kind for kind, _ in self.answers if kind not in ("card", "entry")), "")
        return "Move it" if moved else ACTION_LABELS.get(deed, "Lay it")

    def lifted_card(self) -> int:
        """Return the copy of the card that is lifted or turned, or 0 for none."""
        turned = next((self.copy_of(what) for kind, what in self.answers if kind == "entry"), 0)
        return turned or next((what for kind, what in reversed(self.answers) if kind == "card"), 0)

    def over_list(self) -> str:
        """Return the title of the list of highlighted places."""
        kinds = {kind for kind, _ in self.targets or self.alternatives} - {"card", "stop"}
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
        lost = f"{{bad}}{card_fee(self.state)} Worth{{/}}"
        return f"Each card over the limit of {hand_limit(self.state)} costs {lost}."

    def pick_name(self, pick: Pick) -> str:
        """Return a name for a pick, in a few words."""
        kind, what = pick
        state = self.state
        if kind == "card":
            return card_name(what)
        if kind in ("border", "look"):
            name = f"Seat {what} ({nation_name(state, what)})"
            return f"Towards {name}" if kind == "border" else f"Discard it: look at {name}"
        if kind == "entry":
            towards = next(o for o, entries in state.facing_borders(self.seat) if what in entries)
            return f"Move the {card_name(self.copy_of(what))} facing Seat {towards} ({nation_name(state, towards)})"
        if kind == "theirs":
            return card_name(self.seen_copy(what))
        if kind == "dial":
            now = self.dials(tuple(self.answers))[what] if self.asked_of is UPGRADES else state.dials[self.seat][what]
            step = now + (1 if self.asked_of is UPGRADES else -1)
            values = state.rules.dials[what]
            return f"{DIAL_NAMES[what]} {values[now]} to {values[step]}: {DIAL_TIPS[what]}"
        if kind == "nation":
            return NATION_NAMES[what]
        return f"A pair, for {state.rules.numbers.pair_worth} Worth" if kind == action.PAIR else CARD_USES[kind]

    def seen_copy(self, entry: int) -> int:
        """Return the copy of a card in a visible hand of another seat, or 0 if its face is not known."""
        seen = self.secrets.foreign_openings.get(foreign_slot(self.detail[0], entry)) if entry > 0 else None
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
        name = self.pick_name(picked[0])
        if len(picked) > 1:
            return f"{name}: choose the cards that go with it."
        lifted = picked[0][0] == "card"
        return f"{name}: choose where it goes, or what it does." if lifted else f"{name}: choose a border."

    def to_go(self, picked: PickPath) -> str:
        """Return the instruction for a question with several picks, including the number of missing picks."""
        left = self.detail[0] - len(picked)
        return PROMPTS[self.asked_of].sentence + (f" {left} to go." if left > 1 or (left and picked) else "")


# Scripts --------------------------------------------------------------------------------------------------------------


def _trim(q: MidnightPrompt) -> PickScript:
    picked: PickPath = ()
    while len(picked) < q.detail[0]:
        targets = tuple(("card", copy) for copy in q.hand if ("card", copy) not in picked)
        picked = (*picked, (yield Picks("pick", q.to_go(picked), targets)))
    return Discard(tuple(name_card(q.secrets, (copy, q.hand[copy])) for _, copy in picked))


def _upgrades(q: MidnightPrompt) -> PickScript:
    picked: PickPath = ()
    while len(picked) < q.detail[0]:
        now = q.dials(picked)
        targets = tuple(("dial", dial) for dial in range(4) if now[dial] < TOP[dial])
        picked = (*picked, (yield Picks("pick", q.to_go(picked), targets)))
    return Upgrades(tuple(dial for _, dial in picked))


def _deploy(q: MidnightPrompt) -> PickScript:
    plays: tuple[tuple[int, int], ...] = ()
    laid: set[int] = set()
    words = PROMPTS[q.asked_of].sentence
    while len(plays) < q.detail[0]:
        fit = tuple(("card", copy) for copy in q.hand if cards.card_of(copy).border and copy not in laid)
        value = yield Picks("pick", words, fit, True)
        if value == ENOUGH:
            break
        borders = tuple(("border", other) for other in q.state.targets_of(q.seat))
        _, to = yield Picks("pick", f"{q.pick_name(value)}: choose a border.", borders)
        laid.add(value[1])
        plays = (*plays, (to, q.entry(value[1])))
        words = "Choose another card, or press That is all."
    return Deploy(plays)


MidnightPrompt.scripts = {TRIM: _trim, UPGRADES: _upgrades, DEPLOY: _deploy}
