"""Conservation checks for Bridgefront: cards, gold, mana, points, units, Bridges and Mines.

The ledger follows the events alone, as an animating client does, and must agree with the state after every step. So
every change has an event, and every event changes something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.engine.hidden.cards import Fresh
from core.engine.hidden.secrets import SLOTS_PER_STEP, Secrets
from core.games.bridgefront import hands
from core.games.bridgefront.card import CHAMPION
from core.games.bridgefront.catalogue import CARDS, DECKS
from core.games.bridgefront.decisions import Action, Discard, Lay
from core.games.bridgefront.decks import full_deck
from core.games.bridgefront.events import (
    ActionRevealed,
    AuditOwed,
    AuditPassed,
    BoardMade,
    BridgeBuilt,
    BridgeDestroyed,
    BridgeVanished,
    ChampionDeployed,
    ChampionDied,
    ChampionHealed,
    ChampionHurt,
    ChampionLeft,
    ChampionLifted,
    DamagePaidOff,
    FactionTaken,
    ForcesDeployed,
    ForcesDied,
    GoldHanded,
    GoldPaid,
    GoldTaken,
    ManaGained,
    ManaLost,
    ManaSet,
    MatchEnded,
    MineRaised,
    RoundBegan,
    SkirmishRetreat,
    StackMoved,
    VictoryPoints,
)
from core.games.bridgefront.state import Bridgefront
from tests.support.games.bridgefront.brawler import Brawler
from tests.support.games.bridgefront.stirring import stir

__all__ = ["Bold", "Conserved", "stir"]

Bold = Brawler
"""Player that makes matches eventful."""


class Conserved:
    """Ledger of one match; `after` is called after every step."""

    def __init__(self, state: Bridgefront) -> None:
        """Begin the ledger with the values of the state."""
        self.gold = list(state.gold)
        self.mana = list(state.mana)
        self.vp = list(state.vp)
        self.forces = [Counter(column) for column in state.forces]
        self.champions = {c.copy: [c.owner, c.hex, c.hp, c.max_hp] for c in state.champions.values()}
        """By copy: owner, hex, HP, maximum HP."""
        self.bridges = {edge for edge, bridge in enumerate(state.bridges) if bridge}
        self.mines = dict(state.mines)
        self.ended: tuple[int, ...] = ()
        self.owing: set[int] = set()
        """Seats that were lost at their last audit."""
        self.card = state.card
        self.copies = len(state.card)
        self.cards = _cards(state)
        """Number of copies of each card that have been seen, and that are still in decks."""
        self.known = _known(state)
        """True for each seat whose pile had a known card before the step."""

    # Bounds -----------------------------------------------------------------------------------------------------------

    @staticmethod
    def longest(state: Bridgefront) -> int:
        """Return the maximum number of steps of a match with these options."""
        seats = len(state.seats)
        questions = 12 if state.option("hit_control") == "standing_order" else 120
        actions = int(state.option("max_action_steps")) * seats * questions
        return 20 + state.rules.numbers.rounds * (40 + 4 * seats + actions)

    # The ledger -------------------------------------------------------------------------------------------------------

    def after(self, state: Bridgefront, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Record the events; raise `AssertionError` if the state disagrees."""
        self.card = state.card
        for event in happened:
            book = BOOKS.get(type(event))
            if book is not None:
                book(self, event)
        assert state.gold == self.gold, f"gold {state.gold}, the events make {self.gold}"
        assert state.mana == self.mana, f"mana {state.mana}, the events make {self.mana}"
        assert state.vp == self.vp, f"VP {state.vp}, the events make {self.vp}"
        assert min(*state.gold, *state.mana, *state.vp) >= 0, "less than nothing"
        self._check_board(state)
        self._check_cards(state, secrets)
        self._check_decks(state, happened)
        self._check_audits(state, happened)
        assert state.round <= state.rules.numbers.rounds
        assert state.action_step <= state.option("max_action_steps")
        if state.over:
            self._check_end(state)

    def _check_board(self, state: Bridgefront) -> None:
        for seat in state.seats:
            assert min(state.forces[seat].values(), default=1) > 0, f"Forces of seat {seat}: {state.forces[seat]}"
            assert state.forces[seat] == +self.forces[seat], (
                f"Forces of seat {seat}: {state.forces[seat]}, the events make {+self.forces[seat]}"
            )
        there = {c.copy: [c.owner, c.hex, c.hp, c.max_hp] for c in state.champions.values()}
        assert there == self.champions, f"Champions {there}, the events make {self.champions}"
        assert all(0 < hp <= most for _, _, hp, most in there.values()), f"HP out of bounds: {there}"
        assert all(c.copy == copy for copy, c in state.champions.items())
        bridges = {edge for edge, bridge in enumerate(state.bridges) if bridge}
        assert bridges == self.bridges, f"Bridges differ at {bridges ^ self.bridges}"
        assert state.mines == self.mines, f"Mines {state.mines}, the events make {self.mines}"
        for hex_ in range(len(state.grid.hexes)):
            assert len(state.players_at(hex_)) <= 2, f"units of more than two players in hex {hex_}"
        for hex_, seat in state.first_in.items():
            assert state.occupies(seat, hex_), f"seat {seat} was first in hex {hex_} and has left"

    # Cards ------------------------------------------------------------------------------------------------------------

    def _check_cards(self, state: Bridgefront, secrets: Mapping[int, Secrets]) -> None:
        """Check that every copy is in one place, and that owners know the places of hidden copies."""
        piles = state.piles
        zones: Counter[int] = Counter()
        for seat in state.seats:
            own = secrets[seat]
            hands.CLOSED_CARDS.learn(state, seat, own)
            slots = self.closed_slots(state, seat)
            assert len(set(slots)) == len(slots), f"seat {seat} has a slot in two places"
            held = tuple(sorted(own.faces[slot] for slot in slots))
            assert held == piles.closed[seat], f"seat {seat} holds {held}, all others think {piles.closed[seat]}"
            assert piles.hand_size(seat) <= state.rules.numbers.hand_limit
            rest = piles.unknown[seat] or piles.mix[seat]
            assert rest or not piles.bottom[seat], f"seat {seat} has a bottom below nothing"
            for zone in (held, piles.shown[seat], piles.mix[seat], piles.discard[seat], state.burnt[seat]):
                zones.update(zone)
        for layers in state.decks:
            zones.update(copy for layer in layers for copy in layer if copy > 0)
        for offer in state.offers:
            zones.update(offer.copies)
        zones.update(state.row[state.row_at :])
        in_play = {(name, *rest) for name, *rest in state.agenda if name in ("play", "finish")}
        for k, play in enumerate(state.plays):
            due = ("play", k) in in_play or ("finish", k) in in_play
            if play.copy and due and play.copy not in state.burnt[play.seat] and not zones[play.copy]:
                zones[play.copy] += 1
        wrong = {copy: zones[copy] for copy in range(1, len(state.card)) if zones[copy] != 1}
        assert not wrong, f"copies that are not in exactly one place: {wrong}"
        assert set(zones) <= set(range(1, len(state.card))), "copies that do not exist"
        assert len(state.number) == len(state.card)
        for champion in state.champions.values():
            assert champion.copy in state.burnt[champion.owner], f"Champion {champion.copy} has its card elsewhere"
            assert CARDS[state.card[champion.copy]].type == CHAMPION

    def _check_decks(self, state: Bridgefront, happened: list[Any]) -> None:
        """Check that every card that was turned up has left its deck.

        Exceptions are decks that are dealt again, personal decks at the beginning, and Champions without a card of a
        deck.
        """
        before, self.cards = self.cards, _cards(state)
        more = self.cards - before
        assert not before - self.cards, f"cards that are gone: {before - self.cards}"
        more.subtract(state.card[e.copy] for e in happened if isinstance(e, ChampionDeployed) and e.copy >= self.copies)
        self.copies = len(state.card)
        if not +more:
            return
        for deck in range(len(DECKS)):
            whole = Counter(-1 - card for card in full_deck(state, deck))
            if whole and whole <= more:
                more.subtract(whole)
        assert not +more or any(isinstance(e, FactionTaken) for e in happened), f"cards out of nothing: {+more}"

    @staticmethod
    def closed_slots(state: Bridgefront, seat: int) -> tuple[int, ...]:
        """Return the slots of hand and draw pile, and of cards about to be shown because the hand is full."""
        return (*state.piles.closed_slots(seat), *state.overflow[seat])

    @staticmethod
    def unaudited(state: Bridgefront, seat: int) -> tuple[int, ...]:
        """Return the steps whose batches are still on record."""
        return tuple(batch.first // SLOTS_PER_STEP for batch in state.piles.batches[seat])

    def _check_audits(self, state: Bridgefront, happened: list[Any]) -> None:
        """Check that no seat opens superseded slots while its pile has a known card (protocol 17.14).

        The end of the match is an exception.
        """
        for event in happened:
            if isinstance(event, AuditPassed) and event.slots and not state.over:
                assert not self.known[event.seat], f"seat {event.seat} opened superseded slots below a known card"
        self.known = _known(state)

    def _check_end(self, state: Bridgefront) -> None:
        assert state.winners and self.ended == state.winners, "ended without winners"
        assert not state.asking and not state.agenda
        assert not any(state.piles.closed), "closed cards are left at the end"
        for seat in set(state.seats) - self.owing:
            piles = state.piles
            assert not piles.dead[seat] and not piles.batches[seat] and not piles.denied[seat], f"seat {seat} owes"

    # Decisions --------------------------------------------------------------------------------------------------------

    @staticmethod
    def plainly(decision: Any) -> Any:
        """Return the decision without details that may differ between equivalent forms, and without commitments."""
        if isinstance(decision, Action):
            decision = decision._replace(locked=_in_any_order(decision.locked), powers=(), order="")
        elif isinstance(decision, Discard):
            decision = Discard(_in_any_order(decision.cards))
        if isinstance(decision, Action):
            return decision._replace(batch=decision.batch and bytes(len(decision.batch)))
        if isinstance(decision, (Fresh, Lay)):
            return decision._replace(batch=bytes(len(decision.batch or b"")))
        return decision


def _cards(state: Bridgefront) -> Counter[int]:
    seen = Counter(state.card[1:])
    return seen + Counter(-1 - card for layers in state.decks for layer in layers for card in layer if card < 0)


def _known(state: Bridgefront) -> list[bool]:
    return [bool(top or bottom) for top, bottom in zip(state.piles.top, state.piles.bottom)]


def _in_any_order(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    return tuple(sorted((_in_any_order(part) for part in value), key=repr))


# How each event is booked ---------------------------------------------------------------------------------------------


def _gold_taken(book: Conserved, e: GoldTaken) -> None:
    assert e.amount > 0
    book.gold[e.seat] += e.amount


def _gold_paid(book: Conserved, e: GoldPaid) -> None:
    assert e.amount > 0
    book.gold[e.seat] -= e.amount


def _gold_handed(book: Conserved, e: GoldHanded) -> None:
    assert e.amount > 0 and e.giver != e.receiver
    book.gold[e.giver] -= e.amount
    book.gold[e.receiver] += e.amount


def _damage_paid_off(book: Conserved, e: DamagePaidOff) -> None:
    book.gold[e.seat] -= e.gold


def _revealed(book: Conserved, e: ActionRevealed) -> None:
    book.gold[e.seat] -= e.gold
    book.mana[e.seat] = 0 if e.kind == "done" else book.mana[e.seat] - e.mana


def _mana_set(book: Conserved, e: ManaSet) -> None:
    book.mana[1:] = [e.mana] * (len(book.mana) - 1)


def _round_began(book: Conserved, e: RoundBegan) -> None:
    book.mana[:] = [0] * len(book.mana)


def _mana_gained(book: Conserved, e: ManaGained) -> None:
    book.mana[e.seat] += e.amount


def _mana_lost(book: Conserved, e: ManaLost) -> None:
    book.mana[e.seat] = 0


def _vp(book: Conserved, e: VictoryPoints) -> None:
    book.vp[e.seat] += e.amount


def _deployed(book: Conserved, e: ForcesDeployed) -> None:
    assert e.forces > 0
    book.forces[e.seat][e.hex] += e.forces


def _died(book: Conserved, e: ForcesDied) -> None:
    assert e.forces > 0
    book.forces[e.seat][e.hex] -= e.forces


def _moved(book: Conserved, e: StackMoved) -> None:
    book.forces[e.seat][e.start] -= e.forces
    book.forces[e.seat][e.hex] += e.forces
    for copy in e.champions:
        assert book.champions[copy][:2] == [e.seat, e.start]
        book.champions[copy][1] = e.hex


def _retreated(book: Conserved, e: SkirmishRetreat) -> None:
    if e.to < 0:
        return
    book.forces[e.seat][e.to] += book.forces[e.seat].pop(e.hex, 0)
    for champion in book.champions.values():
        if champion[:2] == [e.seat, e.hex]:
            champion[1] = e.to


def _champion_deployed(book: Conserved, e: ChampionDeployed) -> None:
    assert e.copy not in book.champions
    stats = CARDS[book.card[e.copy]].stats
    assert stats is not None
    book.champions[e.copy] = [e.seat, e.hex, e.hp, stats.hp]


def _champion_gone(book: Conserved, e: ChampionDied | ChampionLeft) -> None:
    assert book.champions.pop(e.copy)[0] == e.seat


def _lifted(book: Conserved, e: ChampionLifted) -> None:
    assert book.champions[e.copy][1] == e.start
    book.champions[e.copy][1] = e.hex


def _hurt(book: Conserved, e: ChampionHurt) -> None:
    champion = book.champions[e.copy]
    assert e.damage > 0 and champion[2] - e.damage == e.hp
    champion[2] = e.hp


def _healed(book: Conserved, e: ChampionHealed) -> None:
    champion = book.champions[e.copy]
    assert champion[2] + e.amount == e.hp
    champion[2] = e.hp
    champion[3] = max(champion[3], e.hp)


def _built(book: Conserved, e: BridgeBuilt) -> None:
    assert e.edge not in book.bridges
    book.bridges.add(e.edge)


def _destroyed(book: Conserved, e: BridgeDestroyed | BridgeVanished) -> None:
    book.bridges.remove(e.edge)


def _board(book: Conserved, e: BoardMade) -> None:
    book.mines = dict(e.mines)


def _mine_raised(book: Conserved, e: MineRaised) -> None:
    assert e.value == book.mines[e.hex] + 1
    book.mines[e.hex] = e.value


def _audited(book: Conserved, e: AuditPassed) -> None:
    book.owing.discard(e.seat)


def _owed(book: Conserved, e: AuditOwed) -> None:
    book.owing.add(e.seat)


def _ended(book: Conserved, e: MatchEnded) -> None:
    book.ended = e.winners


BOOKS: dict[type, Any] = {
    GoldTaken: _gold_taken,
    GoldPaid: _gold_paid,
    GoldHanded: _gold_handed,
    DamagePaidOff: _damage_paid_off,
    ActionRevealed: _revealed,
    ManaSet: _mana_set,
    RoundBegan: _round_began,
    ManaGained: _mana_gained,
    ManaLost: _mana_lost,
    VictoryPoints: _vp,
    ForcesDeployed: _deployed,
    ForcesDied: _died,
    StackMoved: _moved,
    SkirmishRetreat: _retreated,
    ChampionDeployed: _champion_deployed,
    ChampionDied: _champion_gone,
    ChampionLeft: _champion_gone,
    ChampionLifted: _lifted,
    ChampionHurt: _hurt,
    ChampionHealed: _healed,
    BridgeBuilt: _built,
    BridgeDestroyed: _destroyed,
    BridgeVanished: _destroyed,
    BoardMade: _board,
    MineRaised: _mine_raised,
    AuditPassed: _audited,
    AuditOwed: _owed,
    MatchEnded: _ended,
}
