"""What the screen shows while a step is told: the state before it, changed event by event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.kernel.piles import without
from core.midnight import events as e
from core.midnight.pacts import pact
from core.midnight.state import Midnight

MOST = 99


def begin(before: Midnight, after: Midnight) -> Midnight:
    """The state before; nobody is asked anything in it."""
    story = before.clone()
    story.asking = ()
    return story


def apply(story: Midnight, event: Any) -> None:
    """Moves the story on by one event; one that moves nothing on the table changes nothing."""
    change = CHANGES.get(type(event))
    if change is not None:
        change(story, event)


def _turn(s: Midnight, x: e.TurnBegan) -> None:
    s.current, s.turn, s.actions = x.seat, x.turn, 0


def _worth(s: Midnight, seat: int, by: int) -> None:
    s.worth[seat] = max(0, min(MOST, s.worth[seat] + by))


def _dial(s: Midnight, x: e.DialTurned) -> None:
    steps = list(s.dials[x.seat])
    steps[x.dial] += x.by
    s.dials[x.seat] = tuple(steps)


def _leave_hand(s: Midnight, seat: int, entry: int) -> None:
    piles = s.piles
    if entry in piles.hand[seat]:
        piles.hand[seat] = without(piles.hand[seat], entry)
    elif -entry in piles.shown[seat]:
        piles.shown[seat] = without(piles.shown[seat], -entry)


def _laid(s: Midnight, x: e.BorderPlayed) -> None:
    _leave_hand(s, x.seat, x.entry)
    s.set_border(x.seat, x.other, (*s.border(x.seat, x.other), x.entry))


def _moved(s: Midnight, x: e.CardMoved) -> None:
    s.set_border(x.seat, x.origin, tuple(entry for entry in s.border(x.seat, x.origin) if entry != x.entry))
    s.set_border(x.seat, x.to, (*s.border(x.seat, x.to), x.entry))


def _stored(s: Midnight, x: e.CardStored) -> None:
    _leave_hand(s, x.seat, x.entry)
    s.stock[x.seat] += (x.entry,)


def _capital(s: Midnight, x: e.CapitalPlayed) -> None:
    s.capital[x.seat] += (x.copy,)


def _discarded(s: Midnight, x: e.CardsDiscarded) -> None:
    s.capital[x.seat] = tuple(copy for copy in s.capital[x.seat] if copy not in x.copies)
    if x.why == "ruin":
        for other in s.seats:
            if other != x.seat:
                s.set_border(x.seat, other, ())


def _dispute(s: Midnight, x: e.DisputeBegan) -> None:
    """Both turn up what they have facing each other."""
    s.set_border(x.attacker, x.defender, tuple(-copy for copy in x.attackers))
    s.set_border(x.defender, x.attacker, tuple(-copy for copy in x.defenders))


def _cancelled(s: Midnight, x: e.CardCancelled) -> None:
    for other in s.seats:
        if other != x.seat and -x.copy in s.border(x.seat, other):
            s.set_border(x.seat, other, without(s.border(x.seat, other), -x.copy))


def _fell(s: Midnight, x: e.Fell) -> None:
    s.worth[x.seat], s.ruined[x.seat] = 0, 1


def _eliminated(s: Midnight, x: e.Eliminated) -> None:
    s.ruined[x.seat], s.eliminated[x.seat] = 0, 1


def _revealed(s: Midnight, x: e.EscalationRevealed) -> None:
    s.escalations += (x.escalation,)


def _ended(s: Midnight, x: e.EscalationEnded) -> None:
    s.escalations = tuple(each for each in s.escalations if each != x.escalation)


def _pact(s: Midnight, x: e.PactMade) -> None:
    s.pact_card[x.owner] = 0
    s.pacts = tuple(sorted((*s.pacts, (min(x.seat, x.other), max(x.seat, x.other), x.owner))))


def _broken(s: Midnight, x: e.PactBroken) -> None:
    found = pact(s, x.seat, x.other)
    s.pacts = tuple(each for each in s.pacts if each != found)


def _set(name: str, value: int) -> Callable[[Midnight, Any], None]:
    def change(s: Midnight, x: Any) -> None:
        getattr(s, name)[x.seat] = value

    return change


def _clock(s: Midnight, x: e.ClockTicked) -> None:
    s.clock = x.clock


def _tone(s: Midnight, x: e.ToneRolled) -> None:
    s.tense = int(x.tense)


def _nation(s: Midnight, x: e.NationTaken) -> None:
    s.nation[x.seat] = x.nation


CHANGES: dict[type, Callable[[Midnight, Any], None]] = {
    e.NationTaken: _nation,
    e.TurnBegan: _turn,
    e.ToneRolled: _tone,
    e.CapitalPlayed: _capital,
    e.BorderPlayed: _laid,
    e.CardMoved: _moved,
    e.CardStored: _stored,
    e.CardsDiscarded: _discarded,
    e.WorthGained: lambda s, x: _worth(s, x.seat, x.amount),
    e.WorthLost: lambda s, x: _worth(s, x.seat, -x.amount),
    e.DialTurned: _dial,
    e.DisputeBegan: _dispute,
    e.CardCancelled: _cancelled,
    e.Fell: _fell,
    e.Recovered: _set("ruined", 0),
    e.Eliminated: _eliminated,
    e.ClockTicked: _clock,
    e.EscalationRevealed: _revealed,
    e.EscalationEnded: _ended,
    e.PactMade: _pact,
    e.PactBroken: _broken,
}
