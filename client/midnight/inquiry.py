"""What the own seat is asked, answered pick by pick: a decision of Midnight is a way of picks that can be seen.

A pick is something on the screen: ("card", copy) of the hand, ("border", seat), ("entry", entry) of the own
Borderlands, ("theirs", entry) of a hand that one sees, ("dial", n), ("nation", n), or the word of an action.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from client.midnight.words import DIAL_TIPS, card_name, nation_name
from core.kernel.game import Ask, Decision
from core.kernel.holding import held, name_card
from core.kernel.question import AnyQuestion
from core.kernel.secrets import Secrets, foreign
from core.midnight import action, cards
from core.midnight.cards import DIAL_NAMES, NATIONS
from core.midnight.decisions import Act, Deploy, Discard, Upgrades
from core.midnight.game import GAME
from core.midnight.hands import CLOSED
from core.midnight.ruin import DOWNGRADE
from core.midnight.setup import NATION
from core.midnight.state import Midnight
from core.midnight.telling.asking import PUT
from core.midnight.turn import DEPLOY, TRIM
from core.midnight.upgrades import TOP, UPGRADES

Pick = tuple[str, int]
"""What was picked: a kind, and a number (0 where there is only one of the kind)."""
Way = tuple[Pick, ...]
STOP: Pick = ("stop", 0)


class Inquiry:
    """One ask, and what has been picked so far; `secrets` is the copy that the decision is made with."""

    def __init__(self, state: Midnight, seat: int, secrets: Secrets, ask: Ask) -> None:
        self.state, self.seat, self.secrets = state, seat, secrets
        self.asked: AnyQuestion = GAME.questions[ask.kind]
        self.detail = ask.detail
        CLOSED.learn(state, seat, secrets)
        self.hand = dict(held(state, seat, secrets))
        """The slot of each copy of the own hand, 0 where it lies open."""
        self.picked: list[Pick] = []
        self._ways = {} if self.asked in (TRIM, DEPLOY, UPGRADES) else dict(self._all())

    # What can be picked -----------------------------------------------------------------------------------------------

    @property
    def targets(self) -> list[Pick]:
        """What may be picked next."""
        picked = tuple(self.picked)
        if self.asked is TRIM:
            return [("card", c) for c in self.hand if ("card", c) not in picked] if len(picked) < self.detail[0] else []
        if self.asked is DEPLOY:
            return self._deployable()
        if self.asked is UPGRADES:
            now = self._dials()
            return [("dial", d) for d in range(4) if now[d] < TOP[d]] if len(picked) < self.detail[0] else []
        n = len(picked)
        return list(dict.fromkeys(way[n] for way in self._ways if len(way) > n and way[:n] == picked))

    @property
    def instead(self) -> list[Pick]:
        """What may be picked in place of the last pick, once nothing more is missing."""
        if not self.picked or self.picked[-1][0] == "card" or self.decision is None or self.targets:
            return []
        last = self.picked.pop()
        found = [pick for pick in self.targets if pick not in (last, STOP)]
        self.picked.append(last)
        return found

    @property
    def decision(self) -> Decision | None:
        """What the picks amount to, or None as long as something is missing."""
        picked = tuple(self.picked)
        if self.asked is TRIM:
            done = len(picked) == self.detail[0]
            return Discard(tuple(name_card(self.secrets, (c, self.hand[c])) for _, c in picked)) if done else None
        if self.asked is DEPLOY:
            plays = tuple((to, self.entry(c)) for (_, c), (_, to) in zip(picked[::2], picked[1::2]))
            return None if len(picked) % 2 else Deploy(plays)
        if self.asked is UPGRADES:
            return Upgrades(tuple(d for _, d in picked)) if len(picked) == self.detail[0] else None
        return self._ways.get(picked)

    @property
    def begun(self) -> bool:
        """Whether there is a pick to take back."""
        return bool(self.picked)

    def answer(self, what: Pick) -> None:
        """Picks it; raises `ValueError` with the reason if that is not possible."""
        if what not in self.targets:
            raise ValueError(self.why_not(what))
        self.picked.append(what)

    def undo(self) -> bool:
        """Takes the last pick back; whether there was one."""
        return bool(self.picked and self.picked.pop())

    def entry(self, copy: int) -> int:
        """How a decision names a card that stays closed."""
        return self.hand[copy] or -copy

    def _dials(self) -> list[int]:
        now = list(self.state.dials[self.seat])
        for _, dial in self.picked:
            now[dial] += 1
        return now

    def _deployable(self) -> list[Pick]:
        picked = self.picked
        if len(picked) % 2:
            return [("border", other) for other in self.state.aimable(self.seat)]
        free = [c for c in self.hand if cards.card(c).border and ("card", c) not in picked]
        return [("card", c) for c in free] if len(picked) < 2 * self.detail[0] else []

    def _all(self) -> Iterator[tuple[Way, Decision]]:
        state, seat = self.state, self.seat
        for decision in GAME.options_of(state, seat, self.secrets):
            if isinstance(decision, Act):
                yield from ((way, decision) for way in self._acts(decision))
            elif self.asked is NATION:
                yield (("nation", decision.nation),), decision
            elif self.asked is DOWNGRADE:
                yield (("dial", decision.dial),), decision
            else:
                yield (("theirs", decision.entry),), decision

    def _acts(self, act: Act) -> Iterator[Way]:
        """The ways to an action; the cards of a set may be picked in any order."""
        if act.kind == action.STOP:
            yield (STOP,)
            return
        if act.kind == action.MOVE:
            yield ("entry", act.entries[0]), ("border", act.to)
            return
        copies = [card if isinstance(card, int) else card[1] for card in act.cards] + [
            self.secrets.faces[entry] if entry > 0 else -entry for entry in act.entries
        ]
        if act.kind == action.BORDER:
            yield ("card", copies[0]), ("border", act.to)
        elif act.kind == action.DISCARD and act.to:
            yield ("card", copies[0]), ("look", act.to)
        else:
            for first, *rest in permutations(copies):
                yield ("card", first), (act.kind, 0), *(("card", copy) for copy in rest)

    def ways_of(self, copy: int) -> list[str]:
        """What may be done with a card of the hand as the first pick of an action, as kinds of pick."""
        seconds = (way[1][0] for way in self._ways if way[0] == ("card", copy) and len(way) > 1)
        return list(dict.fromkeys(seconds))

    def kinds(self) -> set[str]:
        """The kinds of action that are possible now."""
        return {decision.kind for decision in self._ways.values() if isinstance(decision, Act)}

    # In words ---------------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """What is asked, in a word or two."""
        return PUT[self.asked].title

    def sentence(self) -> str:
        """What must be done now."""
        picked = self.picked
        if not picked or self.asked in (TRIM, UPGRADES):
            left = self.detail[0] - len(picked) if self.asked in (TRIM, UPGRADES) else 0
            more = f" {left} to go." if left > 1 or (left and picked) else ""
            return PUT[self.asked].sentence + more
        name = self.name_of(picked[-1] if self.asked is DEPLOY else picked[0])
        if self.asked is DEPLOY:
            return f"{name}: choose a border." if len(picked) % 2 else "Another card, or that is all."
        if len(picked) == 1:
            return (
                f"{name}: choose where it goes, or what it does."
                if picked[0][0] == "card"
                else f"{name}: choose a border."
            )
        return f"{name}: choose the cards that go with it."

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
            copy = self.secrets.faces.get(what, 0) if what > 0 else -what
            return f"Turn the {card_name(copy)} facing Seat {towards} ({nation_name(state, towards)})"
        if kind == "theirs":
            return card_name(self.copy_of(pick))
        if kind == "dial":
            now = self._dials()[what] if self.asked is UPGRADES else state.dials[self.seat][what]
            step = now + (1 if self.asked is UPGRADES else -1)
            return f"{DIAL_NAMES[what]} {cards.DIALS[what][now]} to {cards.DIALS[what][step]}: {DIAL_TIPS[what]}"
        if kind == "nation":
            return NATIONS[what]
        return WORDS[kind]

    def copy_of(self, pick: Pick) -> int:
        """The copy of a card of a hand that one sees, 0 where it cannot be read."""
        entry = pick[1]
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
                return "Nothing may be laid towards a nation in Ruin."
            if state.ruined[seat]:
                return "In Ruin nothing may be laid on a border."
            return "Choose a card first." if not self.picked else "That card is not for a border."
        if kind == "card" and not self.picked:
            if self.asked not in (action.ACT, TRIM, DEPLOY):
                return "A card is not asked for now."
            if state.ruined[seat]:
                return "In Ruin this card can only go in a pair or a set, with another that fits."
            return "There is no action for this card now."
        if kind == "card":
            return (
                "It does not go with the others."
                if len(self.picked) > 1
                else "Choose what the first card does, or take it back."
            )
        return "Not possible now."


WORDS = {
    "stop": "End the turn",
    action.CAPITAL: "To the Capital",
    action.DISCARD: "Discard it for its effect",
    action.SET: "A set of three, for Worth",
    action.STORE: "Into the stockpile, for Midnight",
    action.PAIR: "A pair, for 2 Worth",
}
"""What can be done with a card besides laying it on a border."""
