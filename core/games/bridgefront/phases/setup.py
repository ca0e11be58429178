"""The setup: factions, personal decks, Capitals, the board, starting Bridges and the free card.

See rules part 6 and D1-D4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from core.engine.chance.beacon import first_beacon
from core.engine.game import IllegalDecision, RandomSource, Setup, shuffled
from core.engine.hidden.hand import draft_pile_batch
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import Secrets
from core.engine.question import size_with_openings
from core.games.bridgefront import events, hands
from core.games.bridgefront.board import capital_slots, make_board, radius
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.decisions import CapitalChoice, CapitalRanking, FactionRanking, StartingBridges
from core.games.bridgefront.decks import add_copy, full_deck, market_deck
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.geometry import grid
from core.games.bridgefront.hands import CLOSED_CARDS
from core.games.bridgefront.options import OPTIONS
from core.games.bridgefront.phases.collection import PickFromOffer, make_offer
from core.games.bridgefront.phases.reset import begin_phase
from core.games.bridgefront.rules import OneOf, Question, Step, agenda, question
from core.games.bridgefront.ruleset import Numbers
from core.games.bridgefront.state import Bridgefront

START_BRIDGES = 2
UNKNOWN = -1
"""The placeholder for the Capital of a seat that has none yet."""


def new_state(setup: Setup) -> Bridgefront:
    """Return the state before step 1, in which only the seats are known and each is asked for a faction."""
    setup = setup._replace(options=OPTIONS.values_by_name(OPTIONS.complete_values(setup.options)))
    board = grid(radius(setup.seats, str(setup.options["board_size"])))
    seats = range(1, setup.seats + 1)
    n = setup.seats + 1
    rules = RULESETS.of(setup.rules)
    state = Bridgefront(
        setup=setup,
        grid=board,
        rules=rules,
        cards=rules.cards,
        t=1,
        beacon=first_beacon(setup.match),
        phase="factions",
        table=tuple(seats),
        lead=1,
        agenda=[("round",), ("free card",), ("bridges",), ("board",), ("capital draft",), ("capitals",)],
        asking=tuple(FACTION.as_open_ask(seat) for seat in seats),
        faction=[0] * n,
        capital=[UNKNOWN] * n,
        gold=[0] * n,
        mana=[0] * n,
        vp=[0] * n,
        done=[0] * n,
        played=[0] * n,
        next_draw=[0] * n,
        order=[0] * n,
        burnt=[()] * n,
        overflow=[()] * n,
        piles=Piles.empty(setup.seats, setup.sealed),
        card=bytearray(1),
        number=[0],
        counter={},
        bridges=bytearray(len(board.edges)),
        mines={},
        forces=[{} for _ in range(n)],
        champions={},
        first_in={},
        marks=[],
        decks=[],
        plays=[],
    )
    state.decks = [(full_deck(state, deck),) for deck in range(6)]
    return state


def _check_ranking(seat: int, ranking: Sequence[int], size: int, of_what: str) -> None:
    if len(set(ranking)) < len(ranking) or not all(0 <= x < size for x in ranking):
        raise IllegalDecision(seat, f"a ranking names different {of_what} of 0 to {size - 1}")


def _best_free_choice(ranking: Iterable[int], size: int, taken: Iterable[int]) -> int:
    """Return the first free entry of the ranking; the entries that it omits follow in the usual order."""
    gone = set(taken)
    wishes: tuple[int, ...] = (*ranking, *range(size))
    return next(x for x in wishes if x not in gone)


# D1: factions and personal decks --------------------------------------------------------------------------------------


class FactionChoice(Question[FactionRanking]):
    """The question of which factions a seat would like, the best first."""

    kind = "factions"
    decision = FactionRanking
    lists_all = False  # rankings in full length only

    def check(self, state: Bridgefront, seat: int, decision: FactionRanking) -> None:
        """Check that the factions are different; the player may rank any number of them."""
        _check_ranking(seat, decision.ranking, len(CODES), "factions")

    def apply_all(self, step: Step, decisions: Mapping[int, FactionRanking], details: Mapping[int, tuple[()]]) -> None:
        """Assign factions in an order drawn at random (B9), then create each seat's cards."""
        state = step.state
        if state.option("seat_order") == "random":
            state.table = tuple(step.chance.stream("table").shuffle(state.seats))
            state.lead = state.table[0]
        once = state.option("duplicate_factions") == "off"
        taken: list[int] = []
        for seat in step.chance.stream("faction order").shuffle(state.seats):
            state.faction[seat] = _best_free_choice(decisions[seat].ranking, len(CODES), taken if once else ())
            taken.append(state.faction[seat])
            step.emit(events.FactionTaken(seat, state.faction[seat]))
        for seat in state.seats:
            _make_personal_deck(step, seat)

    def options(self, state: Bridgefront, seat: int, own: Secrets) -> Iterator[FactionRanking]:
        return map(FactionRanking, permutations(range(len(CODES))))

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource) -> FactionRanking:
        return FactionRanking(tuple(shuffled(range(len(CODES)), chance)))

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource) -> FactionRanking:
        left = list(range(len(CODES)))
        return FactionRanking(tuple(left.pop(chance.uniform(len(left))) for _ in CODES))


FACTION = question(FactionChoice())


def _make_personal_deck(step: Step, seat: int) -> None:
    """Create the seat's first cards.

    The starter cards and the faction's spell go into the mix. The faction's Champion goes open into the hand.
    """
    rules = step.state.rules
    spell, champion = rules.faction_cards[step.state.faction[seat]]
    starter = [card for card in rules.starter for _ in range(rules.cards[card].copies)]
    piles = step.state.piles
    piles.mix[seat] = tuple(add_copy(step, card) for card in (*starter, spell))
    piles.shown[seat] = (add_copy(step, champion),)


# D2: Capitals ---------------------------------------------------------------------------------------------------------


def free_slots(state: Bridgefront) -> tuple[int, ...]:
    """Return the hexes of the Capital slots in slot order."""
    return capital_slots(len(state.seats), state.option("board_size"))


@agenda("capitals")
def ask_capitals(step: Step) -> None:
    """Ask every seat for a ranking of Capital slots and for the personal deck in fresh slots."""
    begin_phase(step, "capitals")
    for seat in step.state.seats:
        step.ask(CAPITALS, seat, step.state.piles.batch_size(seat))


class CapitalRankingChoice(Question[CapitalRanking, int]):
    """The question of how a seat ranks the Capital slots; the answer also puts the deck into fresh slots."""

    kind = "capitals"
    decision = CapitalRanking
    lists_all = False  # rankings in full length only

    def check(self, state: Bridgefront, seat: int, decision: CapitalRanking, size: int) -> None:
        """Check that the ranked Capital slots are different, and that there is a commitment for each card.

        With capital_draft = sequential, no slots are ranked.
        """
        _check_ranking(seat, decision.ranking, len(free_slots(state)), "Capital slots")
        if decision.ranking and not _is_draft_by_ranking(state):
            raise IllegalDecision(seat, "Capital slots are chosen one seat after the other")
        state.piles.check_batch(seat, decision.batch, state.piles.batch_size(seat))

    def apply_all(self, step: Step, decisions: Mapping[int, CapitalRanking], details: Mapping[int, tuple[int]]) -> None:
        """Place the decks, draw the opening hands, and assign Capitals by the rankings.

        The rankings are processed in reverse seat order (B8).
        """
        state = step.state
        for seat in state.seats:
            CLOSED_CARDS.move_pile_to_fresh_slots(step, seat, decisions[seat].batch)
        if _is_draft_by_ranking(state):
            for seat in reversed(state.table):
                taken = [free_slots(state).index(hex_) for hex_ in state.capital[1:] if hex_ != UNKNOWN]
                _take_capital(step, seat, _best_free_choice(decisions[seat].ranking, len(free_slots(state)), taken))
        hands.schedule_draw(step, *((seat, state.rules.numbers.start_cards) for seat in state.seats))

    def max_answer_size(self, state: Bridgefront, seat: int, size: int) -> int:
        return size_with_openings(size)

    def options(self, state: Bridgefront, seat: int, own: Secrets, size: int) -> Iterator[CapitalRanking]:
        batch = draft_pile_batch(state, seat, own)
        orders = permutations(range(len(state.seats))) if _is_draft_by_ranking(state) else iter([()])
        return (CapitalRanking(order, batch) for order in orders)

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource, size: int) -> CapitalRanking:
        order = shuffled(range(len(state.seats)), chance) if _is_draft_by_ranking(state) else ()
        return CapitalRanking(tuple(order), draft_pile_batch(state, seat, own))

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, size: int) -> CapitalRanking:
        return CapitalRanking((), b"")

    def restore_faces(self, state: Bridgefront, seat: int, own: Secrets, decision: CapitalRanking, size: int) -> None:
        draft_pile_batch(state, seat, own)


CAPITALS = question(CapitalRankingChoice())


def _is_draft_by_ranking(state: Bridgefront) -> bool:
    """Return True if all seats rank Capital slots at the same time."""
    return bool(state.option("capital_draft") == "ranking")


def _take_capital(step: Step, seat: int, slot: int) -> None:
    hex_ = free_slots(step.state)[slot]
    step.state.capital[seat] = hex_
    step.emit(events.CapitalTaken(seat, hex_))


@agenda("capital draft")
def ask_capital(step: Step) -> None:
    """Ask the next seat without a Capital, in reverse seat order (capital_draft = sequential)."""
    state = step.state
    for seat in reversed(state.table):
        if state.capital[seat] == UNKNOWN:
            step.schedule(("capital draft",))
            step.ask(CAPITAL, seat)
            return


class CapitalDraftChoice(OneOf[CapitalChoice]):
    """The question of where a seat puts its Capital, if the seats choose one after the other."""

    kind = "capital"
    decision = CapitalChoice
    refusal_reason = "that Capital slot is not free"

    def legal_answers(self, state: Bridgefront, seat: int) -> Iterator[CapitalChoice]:
        """Yield a choice for each free slot."""
        return (CapitalChoice(i) for i, hex_ in enumerate(free_slots(state)) if hex_ not in state.capital[1:])

    def apply(self, step: Step, seat: int, decision: CapitalChoice) -> None:
        """Give the chosen slot to the seat."""
        _take_capital(step, seat, decision.slot)


CAPITAL = question(CapitalDraftChoice())


@agenda("board")
def place_board(step: Step) -> None:
    """Place the Forges and Mines, and give each seat its Forces and gold."""
    state = step.state
    numbers = state.rules.numbers
    home_values = state.option("home_mine_values")
    made = make_board(step.chance, state.grid, state.capital[1:], home_values, mine_values(numbers))
    state.forges, state.mines = made.forges, made.mines
    step.emit(events.BoardMade(made.forges, tuple(made.mines.items())))
    for seat in state.table:
        home = state.capital[seat]
        state.gold[seat] = numbers.start_gold
        state.forces[seat][home] = numbers.start_forces
        state.first_in[home] = seat
        step.emit(events.GoldTaken(seat, numbers.start_gold, "start"))
        step.emit(events.ForcesDeployed(seat, home, numbers.start_forces))


def mine_values(numbers: Numbers) -> tuple[int, int, int]:
    """Return the three Mine Values: of half of the Mines, of three in ten, and of two in ten."""
    return numbers.mine_low, numbers.mine_middle, numbers.mine_high


# D3: starting Bridges -------------------------------------------------------------------------------------------------


def bridge_sites(state: Bridgefront, seat: int) -> tuple[int, ...]:
    """Return the edges that the seat may name for a starting Bridge (B11).

    At least one end of the edge is at a distance of 2 or less from its Capital.
    """
    near = set(state.grid.within(state.capital[seat], state.rules.numbers.bridge_reach))
    return tuple(e for e, (a, b) in enumerate(state.grid.edges) if a in near or b in near)


@agenda("bridges")
def ask_bridges(step: Step) -> None:
    """Ask every seat for two starting Bridges."""
    begin_phase(step, "bridges")
    for seat in step.state.seats:
        step.ask(BRIDGES, seat)


class BridgesChoice(Question[StartingBridges]):
    """The question of which two edges get a seat's starting Bridges."""

    kind = "bridges"
    decision = StartingBridges

    def check(self, state: Bridgefront, seat: int, decision: StartingBridges) -> None:
        """Check that the two edges are different and near the seat's Capital."""
        if len(set(decision.edges)) < START_BRIDGES:
            raise IllegalDecision(seat, "names two different edges")
        sites = bridge_sites(state, seat)
        for edge in decision.edges:
            if edge not in sites:
                reach = state.rules.numbers.bridge_reach
                raise IllegalDecision(seat, f"edge {edge} does not start within {reach} of your Capital")

    def apply_all(self, step: Step, decisions: Mapping[int, StartingBridges], details: Mapping[int, tuple[()]]) -> None:
        """Place all starting Bridges; an edge that was named twice gets one Bridge."""
        state = step.state
        for seat in state.table:
            for edge in decisions[seat].edges:
                if not state.bridges[edge]:
                    state.bridges[edge] = 1
                    step.emit(events.BridgeBuilt(seat, edge))

    def options(self, state: Bridgefront, seat: int, own: Secrets) -> Iterator[StartingBridges]:
        return (StartingBridges((a, b)) for a, b in permutations(bridge_sites(state, seat), START_BRIDGES))

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource) -> StartingBridges:
        sites = list(bridge_sites(state, seat))
        return StartingBridges((sites.pop(chance.uniform(len(sites))), sites.pop(chance.uniform(len(sites)))))

    def default_answer(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource) -> StartingBridges:
        return self.stand_in(state, seat, chance)

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource) -> StartingBridges:
        """Return the first two edges of a shortest path from the Capital to the Center.

        Of several shortest paths, the first in canonical order is used.
        """
        grid, at, way = state.grid, state.capital[seat], []
        for _ in range(START_BRIDGES):
            nearer = [s for s in grid.steps[at] if grid.distance[s[0]][grid.center] < grid.distance[at][grid.center]]
            at, edge = nearer[0]
            way.append(edge)
        return StartingBridges((way[0], way[1]))


BRIDGES = question(BridgesChoice())


# D4: the free card ----------------------------------------------------------------------------------------------------


@agenda("free card")
def ask_free_card(step: Step) -> None:
    """Turn up an offer for every seat from the first market deck, in seat order, and ask for the picks."""
    state = step.state
    begin_phase(step, "free card")
    for seat in state.table:
        make_offer(step, seat, "free", UNKNOWN, market_deck(state), state.rules.numbers.free_offer)
    for seat in state.seats:
        step.ask(FREE_CARD, seat)


FREE_CARD = question(PickFromOffer[()]("free card"))
