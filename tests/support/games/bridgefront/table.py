"""A table in the Action Phase: build a position, play cards through the real engine, and look.

    t = Table("virtuous", "gatewright")            # 10 gold and 5 mana each, an empty board, no cards
    t.put(1, 3, (0, 0))                            # 3 Forces of seat 1 on the Center
    ace = t.put(2, "Skystriker Ace", (1, 0))       # a Champion; its copy is returned
    t.road((0, 0), (1, 0))                         # Bridges from hex to hex
    t.play(1, "Zap", ace)                          # the card comes to the hand first if it is not held
    assert t.hp(ace) == 3

Hexes are (q, r); with 2 seats the Capitals are (3, 0) and (-3, 0), see `home`. A seat that is not named in a step is
not asked in it and keeps mana and turn. Locked choices follow in the order of the card. A choice is a hex, a Champion's
copy, an edge (two hexes) or a list of edges, `t.walk(...)`, or names of cards. Omitted choices are empty. Choices in
the middle of a resolution are answered with `name`, `lay`, `keep`, `sort` and `pick`. Automatic answers of a client
need no call. Where dice matter, `luck` is the condition that must come true: beacons are tried until it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise, zip_longest
from typing import Any

from core.engine.codec import H, dec, enc
from core.engine.game import IllegalDecision
from core.engine.hidden import hand as holding
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront import choices
from core.games.bridgefront.card_choices import LAY, SCOUT
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.decisions import Action, Discard, Pick, Power, Scry, Walk
from core.games.bridgefront.effects.conditions import PickedChoice
from core.games.bridgefront.game import GAME
from core.games.bridgefront.phases import action
from core.games.bridgefront.state import Champion
from tests.support.games.bridgefront.positions import MATCH, champion, forces, new_copy, position

Hex = tuple[int, int]
PLAIN = ("virtuous", "gatewright", "leadbound", "refiner", "cipher", "vapourborn")
"""Default factions by seat; the first two have no effect outside battles."""
TRIES = 5000


class Table:
    """One position and all hands."""

    def __init__(self, *factions: str, seats: int = 0, gold: int = 10, mana: int = 5, **options: Any) -> None:
        seats = seats or max(2, len(factions))
        named = (*factions, *(code for code in PLAIN if code not in factions))
        self.state = position(*named[:seats], gold=gold, mana=mana, **options)
        self.state.phase = "action"
        self.state.agenda = [("scoring",), ("collection",), ("sieges",)]
        self.secrets = {seat: Secrets(MATCH, seat, bytes([seat]) * 32, sealed=False) for seat in self.state.seats}
        self.events: list[Any] = []
        self._slots = 0

    # Building the position --------------------------------------------------------------------------------------------

    def at(self, hex_: Hex) -> int:
        """Return the number of a hex."""
        return self.state.grid.index[hex_]

    def home(self, seat: int) -> Hex:
        """Return the seat's Capital."""
        return self.state.grid.hexes[self.state.capital[seat]]

    def put(self, seat: int, what: int | str, hex_: Hex, hp: int = 0) -> int:
        """Put Forces into a hex, or the named Champion (`hp` 0 is its maximum); return the Champion's copy."""
        if isinstance(what, str):
            return champion(self.state, seat, what, self.at(hex_), hp)
        forces(self.state, seat, self.at(hex_), what)
        return 0

    def move(self, copy: int, hex_: Hex) -> None:
        """Move the Champion to another hex."""
        self.state.champions[copy] = self.state.champions[copy]._replace(hex=self.at(hex_))

    def road(self, *hexes: Hex) -> None:
        """Build Bridges from each hex to the next."""
        for a, b in pairwise(hexes):
            self.state.bridges[self.edge(a, b)] = 1

    def mine(self, hex_: Hex, value: int = 4) -> None:
        """Add a Mine."""
        self.state.mines[self.at(hex_)] = value

    def forge(self, hex_: Hex) -> None:
        """Add a Forge."""
        self.state.forges = tuple(sorted((*self.state.forges, self.at(hex_))))

    def hold(self, seat: int, *names: str, number: int = 0) -> int:
        """Put closed cards into the seat's hand; return the copy of the last one.

        `number` is its initiative.
        """
        copy = 0
        for name in names:
            copy = self._new(name, number)
            self.state.piles.hand[seat] += (self._lay(seat, copy),)
        return copy

    def show(self, seat: int, *names: str) -> int:
        """Put open cards into the seat's hand; return the copy of the last one."""
        copy = 0
        for name in names:
            copy = self._new(name)
            self.state.piles.shown[seat] += (copy,)
        return copy

    def pile(self, seat: int, *names: str) -> None:
        """Put cards on top of the seat's draw pile in this order; the first is drawn first."""
        self.state.piles.top[seat] += tuple(self._lay(seat, self._new(name)) for name in names)

    def unknown(self, seat: int, *names: str) -> None:
        """Put cards into the seat's draw pile in an order that nobody knows."""
        self.state.piles.unknown[seat] += tuple(self._lay(seat, self._new(name)) for name in names)

    def discarded(self, seat: int, *names: str) -> int:
        """Put cards into the seat's discard pile; return the copy of the last one."""
        copy = 0
        for name in names:
            copy = self._new(name)
            self.state.piles.discard[seat] += (copy,)
        return copy

    def _new(self, name: str, number: int = 0) -> int:
        copy = new_copy(self.state, name)
        if number:
            self.state.number[copy] = number
        return copy

    def _lay(self, seat: int, copy: int) -> int:
        """Return a new slot with this closed card."""
        self._slots += 1
        self.secrets[seat].faces[self._slots] = copy
        self.state.piles.closed[seat] = tuple(sorted((*self.state.piles.closed[seat], copy)))
        return self._slots

    # Looking ----------------------------------------------------------------------------------------------------------

    def forces(self, seat: int, hex_: Hex) -> int:
        """Return the number of the seat's Forces in a hex."""
        return self.state.forces[seat].get(self.at(hex_), 0)

    def champion(self, copy: int) -> Champion | None:
        """Return the Champion on the board, or None."""
        return self.state.champions.get(copy)

    def hp(self, copy: int) -> int:
        """Return the Champion's HP, or 0 if the Champion is not on the board."""
        result = self.champion(copy)
        return result.hp if result else 0

    def where(self, copy: int) -> Hex | None:
        """Return the Champion's hex, or None if the Champion is not on the board."""
        result = self.champion(copy)
        return self.state.grid.hexes[result.hex] if result else None

    def here(self, seat: int, hex_: Hex, name: str) -> Champion:
        """Return the seat's Champion of that name in a hex."""
        (found,) = (c for c in self.state.champions_at(self.at(hex_), seat) if self.name_of(c.copy) == name)
        return found

    def gold(self, seat: int) -> int:
        return self.state.gold[seat]

    def mana(self, seat: int) -> int:
        return self.state.mana[seat]

    def bridge(self, a: Hex, b: Hex) -> bool:
        """Return True if there is a Bridge on the edge between these hexes."""
        return bool(self.state.bridges[self.edge(a, b)])

    def value(self, hex_: Hex) -> int:
        """Return the Mine Value of a hex."""
        return self.state.mines[self.at(hex_)]

    def hand(self, seat: int) -> list[str]:
        """Return the names of all cards in the seat's hand, sorted."""
        return sorted(self.name_of(copy) for copy, _ in holding.held_cards(self.state, seat, self.secrets[seat]))

    def open_hand(self, seat: int) -> list[str]:
        """Return the names of the open cards in the seat's hand, sorted."""
        return sorted(map(self.name_of, self.state.piles.shown[seat]))

    def top(self, seat: int) -> list[str]:
        """Return the names of the known cards on top of the pile, in the order in which they will be drawn."""
        return [self.name_of(self.secrets[seat].faces[slot]) for slot in self.state.piles.top[seat]]

    def discards(self, seat: int) -> list[str]:
        """Return the names in the seat's discard pile, in the order of discarding."""
        return [self.name_of(copy) for copy in self.state.piles.discard[seat]]

    def burnt(self, seat: int) -> list[str]:
        """Return the names in the seat's Burn pile, in the order of burning."""
        return [self.name_of(copy) for copy in self.state.burnt[seat]]

    def name_of(self, copy: int) -> str:
        """Return the printed name of a copy."""
        return CARDS[self.state.card[copy]].name

    def asked(self) -> dict[int, str]:
        """Return the current question for each asked seat."""
        return {seat: kind for seat, kind, _ in self.state.asking}

    def happened(self, kind: type) -> list[Any]:
        """Return the events of this kind since the last play or answer began."""
        return [event for event in self.events if isinstance(event, kind)]

    # Playing ----------------------------------------------------------------------------------------------------------

    def edge(self, a: Hex, b: Hex) -> int:
        """Return the number of the edge between two neighbours."""
        return self.state.grid.edge_between[self.at(a), self.at(b)]

    def walk(self, *way: Hex, forces: int = 0, champions: Iterable[int] = ()) -> Walk:
        """Return a stack and its path, with the starting hex first."""
        start, *path = map(self.at, way)
        return Walk(start, forces, tuple(champions), tuple(path))

    def play(self, seat: int, what: str | int, *locked: Any, luck: Callable[[Table], bool] | None = None) -> None:
        """Play one step in which only this seat acts: a card, or "build", "march", "reinforce", "done"."""
        self.together((seat, what, *locked), luck=luck)

    def together(self, *plays: tuple[Any, ...], luck: Callable[[Table], bool] | None = None) -> None:
        """Play one step in which each (seat, card or basic action, locked choices...) is revealed at once.

        An entry may also be (seat, Action), see `choose`.
        """
        actions = {seat: what[0] if isinstance(what[0], Action) else self.choose(seat, *what) for seat, *what in plays}
        self.ask(*actions)
        for seat, chosen in actions.items():
            assert GAME.read(self.state, seat, dec(enc(chosen))) == chosen, "it travels as it is"
            GAME.check(self.state, seat, chosen)
        self._resolve(actions, luck)

    def choose(self, seat: int, what: str | int, *locked: Any, powers: Iterable[Power] = (), **more: Any) -> Action:
        """Return the action choice: a card by name or copy, or a basic action.

        `more` is order= or speed=.
        """
        batch = holding.draft_pile_batch(self.state, seat, self.secrets[seat]) if self.state.piles.mix[seat] else None
        if what == "done":
            return Action("done", powers=tuple(powers), batch=batch, **more)
        if what in action.BASICS:
            kind, card, named = str(what), self.state.rules.basics[str(what)], None
        else:
            kind, copy = "card", self._held(seat, what)
            card, named = CARDS[self.state.card[copy]], self._opening(seat, copy)
        assert len(locked) <= len(card.choices), f"{card.name} locks {len(card.choices)} choices"
        values: list[Any] = []
        for choice, value in zip_longest(card.choices, locked):
            empty = choice.empty_value(choices.ChoiceContext(self.state, seat, card, tuple(values)))
            values.append(empty if value is None or value == () else self._value(seat, choice, value))
        return Action(kind, named, tuple(values), tuple(powers), batch=batch, **more)

    def why_not(self, seat: int, what: str | int, *locked: Any, **more: Any) -> str:
        """Return the reason why the seat may not choose this action now, or "" if the choice is legal."""
        self.ask(seat)
        try:
            GAME.check(self.state, seat, self.choose(seat, what, *locked, **more))
        except IllegalDecision as refused:
            return refused.reason
        return ""

    def may(self, seat: int, what: str | int, *locked: Any, **more: Any) -> bool:
        """Return True if the seat may choose this action now."""
        return not self.why_not(seat, what, *locked, **more)

    def ask(self, *seats: int) -> None:
        """Ask these active seats, and no others, for an action choice; without seats, ask all active ones."""
        state = self.state
        assert set(self.asked().values()) <= {"action"}, f"first has to be answered: {self.asked()}"
        if state.asking:
            state.action_step -= 1
        state.asking = ()
        state.agenda.append(("action step",))
        GAME.step(state, {}, self._beacon(0))
        if seats:
            missing = [seat for seat in seats if self.asked().get(seat) != "action"]
            assert not missing, f"seats {missing} are not active"
            state.asking = tuple(item for item in self.state.asking if item[0] in seats)

    def _held(self, seat: int, what: str | int) -> int:
        hand = [copy for copy, _ in holding.held_cards(self.state, seat, self.secrets[seat])]
        if isinstance(what, int):
            return what
        results = [copy for copy in hand if self.state.card[copy] == find(what)]
        return results[0] if results else self.hold(seat, what)

    def _opening(self, seat: int, copy: int) -> Any:
        for held, slot in holding.held_cards(self.state, seat, self.secrets[seat]):
            if held == copy:
                return holding.name_card(self.secrets[seat], (held, slot))
        raise AssertionError(f"seat {seat} does not hold {self.name_of(copy)}")

    def _openings(self, seat: int, cards: Any) -> tuple[Any, ...]:
        """Return openings of cards in the hand by name or copy; a name given twice stands for two cards."""
        results: list[int] = []
        for card in (cards,) if isinstance(cards, (int, str)) else cards:
            hand = [copy for copy, _ in holding.held_cards(self.state, seat, self.secrets[seat]) if copy not in results]
            wanted = card if isinstance(card, int) else next(c for c in hand if self.state.card[c] == find(card))
            results.append(wanted)
        return tuple(self._opening(seat, copy) for copy in results)

    def _value(self, seat: int, choice: choices.AnyChoice, value: Any) -> Any:
        """Return a locked choice in the engine's numbers."""
        if isinstance(choice, choices.HexPairChoice):
            return tuple(sorted(map(self.at, value)))
        if isinstance(choice, choices.EdgesChoice):
            return tuple(self.edge(*edge) for edge in ([value] if isinstance(value[0][0], int) else value))
        if isinstance(choice, choices.BridgeChoice):
            return self.edge(*value)
        if isinstance(choice, choices.PivotChoice):
            return tuple(None if edge is None else self.edge(*edge) for edge in value)
        if isinstance(choice, choices.CardsChoice):
            return self._openings(seat, value)
        if isinstance(choice, (choices.HexChoice, choices.CapitalPlaceChoice, PickedChoice)) and _is_hex(value):
            return self.at(value)
        if isinstance(choice, PickedChoice):
            return self._openings(seat, value)
        return value

    # Answers in the middle of a resolution ----------------------------------------------------------------------------

    def answer(self, seat: int, decision: Any, luck: Callable[[Table], bool] | None = None) -> None:
        """Submit the answer of the only seat that is asked."""
        GAME.check(self.state, seat, decision)
        self._resolve({seat: decision}, luck)

    def name(self, seat: int, *cards: str | int) -> None:
        """Name cards of the hand to be discarded, burnt or given for mana."""
        self.answer(seat, Discard(self._openings(seat, cards)))

    def lay(self, seat: int, card: str) -> None:
        """Put a card of the hand on top of the draw pile."""
        held = holding.held_cards(self.state, seat, self.secrets[seat])
        wanted = next(card_ for card_ in held if self.name_of(card_[0]) == card)
        self.answer(seat, LAY.lay_card(self.state, seat, self.secrets[seat], wanted))

    def keep(self, seat: int, card: str) -> None:
        """Keep one of the cards looked at."""
        (slots,) = next(detail for asked, _, detail in self.state.asking if asked == seat)
        slot = next(s for s in slots if self.name_of(self.secrets[seat].faces[s]) == card)
        self.answer(seat, SCOUT.keep_card(self.state, seat, self.secrets[seat], slot, slots))

    def sort(self, seat: int, top: Iterable[str] = (), bottom: Iterable[str] = ()) -> None:
        """Put the cards looked at on top and underneath."""
        (slots,) = next(detail for asked, _, detail in self.state.asking if asked == seat)
        by_name = {self.name_of(self.secrets[seat].faces[slot]): slot for slot in slots}
        self.answer(seat, Scry(tuple(by_name[n] for n in top), tuple(by_name[n] for n in bottom)))

    def offered(self) -> list[str]:
        """Return the names of the cards of the offer."""
        return [self.name_of(copy) for copy in self.state.offers[0].copies]

    def pick(self, seat: int, card: str) -> None:
        """Take a card of the offer."""
        self.answer(seat, Pick(self.offered().index(card)))

    # Going on ---------------------------------------------------------------------------------------------------------

    def until(self, kind: str) -> None:
        """End all turns and continue until a seat is asked a question of this kind: "collect", "picks", "bid".

        Without a held Mine, Forge or Center the round continues to the next round's market ("bid").
        """
        self.events = []
        if "action" in self.asked().values():
            self.state.asking = ()
            self.state.done = [1] * len(self.state.done)
            self.state.action_step -= 1
        while kind not in self.asked().values():
            assert not self.state.over, f"the match is over and nobody was asked {kind!r}"
            self._step({seat: self._by_itself(seat) for seat in self.asked()}, 0)

    def _by_itself(self, seat: int) -> Any:
        decision = GAME.automatic_decision(self.state, seat, self.secrets[seat])
        return GAME.default_decision(self.state, seat, self.secrets[seat]) if decision is None else decision

    def _beacon(self, n: int) -> bytes:
        return H("tether.beacon", ["table", n, self.state.t])

    def _step(self, decisions: dict[int, Any], n: int) -> None:
        self.events += GAME.step(self.state, decisions, self._beacon(n))

    def _resolve(self, decisions: dict[int, Any], luck: Callable[[Table], bool] | None) -> None:
        """Resolve the step and the clients' answers after it.

        With `luck`, use the first beacon that fulfils it.
        """
        before = self.state
        for n in range(1 if luck is None else TRIES):
            self.state = before.clone()
            self.events = []
            self._step(decisions, n)
            while self.state.asking and not set(self.asked().values()) & {"action", "collect", "picks", "bid"}:
                answers = {seat: GAME.automatic_decision(self.state, seat, self.secrets[seat]) for seat in self.asked()}
                if None in answers.values():
                    break
                self._step(answers, n)
            if luck is None or luck(self):
                return
        raise AssertionError(f"{TRIES} beacons did not bring it")


def _is_hex(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(n, int) for n in value)
