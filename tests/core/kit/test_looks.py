"""Looks and hand-overs: the seats that are entitled to a card see it, and no other seat can learn it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from pathlib import Path
from typing import Any

import pytest

from core.bots.base import position
from core.bots.heuristic import HeuristicBot
from core.bots.random_bot import Dice, RandomBot
from core.engine.codec import H
from core.engine.events import CardTaken
from core.engine.game import Game
from core.engine.hidden.secrets import Secrets, foreign_slot
from core.engine.local_match import LocalMatch
from core.kit.bot.plan import _own_cards
from core.kit.questions import FromDeck
from tests.core.engine.hidden.test_information import hidden_faces_swapped, laid_under_another_key
from tests.support import all_games
from tests.support.core import trial
from tests.support.kit import ROOT, loaded, loaded_file

FILES = {name: ROOT / "tests" / "support" / "games" / f"{name}.py" for name in ("couriers", "scouts")}


@pytest.fixture
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A game of a file, which the tests of all games include meanwhile."""
    with loaded_file(FILES[request.param]) as found:
        monkeypatch.setitem(all_games.GAMES, found.name, found)
        yield found
    trial._books.cache_clear()


both = pytest.mark.parametrize("game", FILES, indirect=True)
couriers = pytest.mark.parametrize("game", ["couriers"], indirect=True)
scouts = pytest.mark.parametrize("game", ["scouts"], indirect=True)


def match_of(game: Game, seats: int, seed: str) -> LocalMatch[Any]:
    return LocalMatch(game, {seat: RandomBot(seed, seat) for seat in range(1, seats + 1)}, seed, sealed=True)


def bots_view(match: LocalMatch[Any], seat: int) -> Any:
    """Return the cards that the score of a bot is given: the hand, those before the seat, and those it has seen."""
    rules: Any = match.game
    rules.learn(match.state, seat, match.secrets[seat])
    _, at = position(match.game, match.state, seat, match.secrets[seat], Dice(H("tether.bot", ["view"])))
    return _own_cards(at)


@both
def test_public_data_do_not_depend_on_closed_cards(game: Any) -> None:
    assert hidden_faces_swapped(game, game.seat_counts[-1]) > 60
    steps, slots = laid_under_another_key(game, game.seat_counts[-1])
    assert steps > 40 and slots["other"] > slots["same"]


@both
def test_only_the_looker_can_read_a_card_that_it_is_shown(game: Any) -> None:
    """Every other seat tries all keys that it has on the box, under the looker's number too, and reads nothing."""
    read = 0
    for seed in ("one", "two"):
        match = match_of(game, game.seat_counts[-1], seed)
        while not match.state.over:
            for owner, looker, slot, box in match.state.boxes:
                commitment = match.state.piles.commitment(owner, slot)
                for seat in match.state.seats:
                    if seat == owner:
                        continue
                    own = match.secrets[seat].copy()
                    game.learn(match.state, seat, own)
                    known = own.foreign_openings.get(foreign_slot(owner, slot))
                    if seat == looker:
                        assert known is not None and known[1] == match.secrets[owner].faces[slot]
                        read += 1
                    else:
                        assert known is None
                        for name, key in product((seat, looker), own.pairs.values()):
                            thief = Secrets(own.match, name, own.seed, True, {owner: key})
                            assert not thief.decrypt_opening(owner, slot, box, commitment)
            match.step()
    assert read > 20


@couriers
def test_a_letter_is_seen_by_the_seats_between_which_it_goes(game: Any) -> None:
    """Before it is accepted, the score of the receiver's bot gets the letter, and that of any other bot does not."""
    match = match_of(game, 4, "letters")
    seen = 0
    while not match.state.over:
        if {kind for _, kind, _ in match.state.asking} == {"take"}:
            for seat in match.state.seats:
                _, down, known = bots_view(match, seat)
                giver = (seat - 2) % 4 + 1
                (slot,) = match.state.face_down[giver]
                assert known == {
                    other: ((match.secrets[giver].faces[slot],) if other == giver else ())
                    for other in match.state.seats
                    if other != seat
                }
                assert down == (match.secrets[seat].faces[match.state.face_down[seat][0]],)
                seen += 1
        match.step()
    assert seen == 3 * 4


@couriers
def test_nobody_else_learns_a_card_that_changes_hands(game: Any) -> None:
    """The event names no card, and the card has a fresh slot in a mixed hand."""
    match = match_of(game, 3, "taken")
    taken = 0
    while not match.state.over:
        hands = {seat: match.state.piles.hand[seat] for seat in match.state.seats}
        _, events = match.step()
        for event in events:
            if isinstance(event, CardTaken):
                taken += 1
                assert event.copy == 0 and not set(hands[event.taker]) & set(match.state.piles.hand[event.taker])
    assert taken >= 9


@scouts
def test_the_next_cards_are_offered_to_their_owner_alone(game: Any) -> None:
    match = match_of(game, 3, "next")
    asked = 0
    while not match.state.over:
        for seat, ask in game.pending_asks(match.state).items():
            question = game.questions[ask.kind]
            if isinstance(question, FromDeck):
                asked += 1
                slots = question.seen_slots(match.state, seat)
                assert len(slots) == 3
                offered = {copy for answer in game.options_of(match.state, seat, match.secrets[seat])
                           for copy in question.seen(answer, match.secrets[seat])}  # fmt: skip
                assert offered == {match.secrets[seat].faces[slot] for slot in slots}
                for other in match.state.seats:
                    if other != seat:
                        assert not any(
                            foreign_slot(seat, slot) in match.secrets[other].foreign_openings for slot in slots
                        )
        match.step()
    assert asked == 9


@scouts
def test_cards_that_are_not_kept_go_under_the_deck(game: Any) -> None:
    match = match_of(game, 2, "under")
    while not any(kind == "scout" for _, kind, _ in match.state.asking):
        match.step()
    before = {seat: match.state.piles.top[seat] for seat in (1, 2)}
    decisions, _ = match.step()
    for seat in (1, 2):
        piles, kept = match.state.piles, decisions[seat].slots
        under = tuple(slot for slot in before[seat] if slot not in kept)
        assert set(kept) <= set(piles.hand[seat])
        assert (piles.top[seat] + piles.bottom[seat])[-len(under) :] == under


@scouts
def test_an_open_card_is_closed_again_in_a_hand_and_lies_nowhere_else(game: Any) -> None:
    match = match_of(game, 2, "open")
    while match.state.round < 3:
        match.step()
        state = match.state
        if not state.asking or state.asking[0][1] != "kit.mix":
            open_cards = [*state.row, *(copy for seat in state.seats for copy in state.spent(seat))]
            assert not any(state.piles.shown[seat] for seat in state.seats)
            held = {copy for seat in state.seats for copy in state.piles.closed[seat]}
            assert not held & set(open_cards)


def test_discards_of_a_secret_deck_come_back(tmp_path: Path) -> None:
    """A card that is put back leaves the played cards, so that it is dealt again later."""
    with loaded_file(FILES["scouts"]) as game:
        match: Any = match_of(game, 4, "back")
        match.play()
        assert not any(match.state.spent(seat) for seat in match.state.seats)


TWO_NAMES = """
from typing import NamedTuple
from core.kit import Kit, Step, Table, hand_down, table

class Face(NamedTuple):
    rank: int

kit = Kit("names", "Names", seats=(2,))
HANDS = kit.hands("card {rank}", [Face(rank) for rank in range(1, 6)])

@table
class State(Table):
    points: list[int]

@kit.phase
def draw(step: Step, s: State) -> None:
    step.fill_hands(2)
    step.then(over)

@kit.phase
def over(step: Step, s: State) -> None:
    step.ask_all(take)

@kit.together("give", hand_down)
def take(step: Step, s: State, given: dict[int, int]) -> None:
    step.look(2, 1)
    step.give(1, 2)
    step.ask_all(reveal)

@kit.together("give", hand_down)
def reveal(step: Step, s: State, given: dict[int, int]) -> None:
    step.turn_over(1, 2)
    step.then(take_top)

@kit.phase
def take_top(step: Step, s: State) -> None:
    step.end()

GAME = kit.game(State, draw)
"""


def test_names_of_the_engine_are_free_for_phases_and_questions(tmp_path: Path) -> None:
    """A phase may be called `draw` and a question `take`, which are names of the engine's own parts."""
    with loaded(TWO_NAMES, tmp_path) as game:
        for number in count():
            match = LocalMatch(game, {seat: HeuristicBot("", seat) for seat in (1, 2)}, f"names {number}")
            match.play(limit=60)
            if number == 3:
                break
