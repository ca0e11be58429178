"""The rows of a state: columns by seat, known and closed cards, and contents."""

from __future__ import annotations

from client.table.plain.decision_form import Row, StateReader
from client.table.seats.names import Names
from client.table.view_model import ViewModel
from client.ui.richtext import plain_text
from core.bots.random_bot import RandomBot
from core.engine.hidden import hand
from core.engine.local_match import LocalMatch
from core.games.registry import find_game
from tests.support.games.rock_paper_scissors.game import GAME

MIDNIGHT = find_game("midnight")


def rows(model: ViewModel, game, *unfolded: tuple[str, ...]) -> dict[tuple[str, ...], Row]:
    """Return the rows by their paths."""
    reading = StateReader(model.names, model.face, lambda copy: game.card_name(model.state, copy))
    return {row.path: row for row in reading.rows(model.state, unfolded)}


def played(game, seats: int, steps: int) -> tuple[LocalMatch, ViewModel]:
    """Return a match after some steps, and the view of seat 1."""
    table = LocalMatch(game, {seat: RandomBot("rows", seat) for seat in range(1, seats + 1)}, "rows", sealed=True)
    for _ in range(steps):
        table.step()
    names = ("Ada", "Ilse", "Marek", "Oda", "Priya", "Tomas")[:seats]
    return table, ViewModel(1, Names(1, names), state=table.state, secrets=table.secrets[1])


def test_a_column_by_seat_has_a_value_for_each_seat() -> None:
    table, model = played(GAME, 2, 3)
    seen = rows(model, GAME, ("Engine",))
    assert list(seen)[:4] == [("Rounds",), ("Points",), ("Round",), ("Engine",)]
    assert (
        seen["Points",].cells == tuple(str(points) for points in table.state.points[1:]) and not seen["Points",].inside
    )
    assert seen["Rounds",].value == "5"
    assert {path[1] for path in seen if len(path) == 2} == {"T", "Beacon", "Over", "Agenda", "Asking"}
    assert seen["Engine", "Over"].value == "no"
    assert plain_text(seen["Engine", "Beacon"].value) == table.state.beacon[:8].hex() + "…"
    assert all(plain_text(row.value) == row.value for row in seen.values() if "{" not in row.value)


def test_our_own_cards_are_named_and_those_of_others_shown_as_closed() -> None:
    table, model = played(MIDNIGHT, 3, 12)
    hands = ("Piles",), ("Piles", "Hand")
    seen = rows(model, MIDNIGHT, *hands)
    own, others = plain_text(seen["Piles", "Hand", "You"].value), plain_text(seen["Piles", "Hand", "Ilse"].value)
    names = [
        MIDNIGHT.card_name(table.state, copy)
        for copy, slot in hand.held_cards(table.state, 1, table.secrets[1])
        if slot
    ]
    assert own == ", ".join(names) and len(names) > 2
    assert others == f"{len(table.state.piles.hand[2])} hidden cards"
    assert seen["Piles", "Hand"].cells[1] == str(len(table.state.piles.hand[2]))
    assert [seen["Piles", "Hand", name].seat for name in ("You", "Ilse", "Marek")] == [1, 2, 3]
    assert next(iter(seen)) == ("Piles",), "cards first"


def test_opened_cards_are_named_when_all_hands_are_shown() -> None:
    table, model = played(MIDNIGHT, 3, 12)
    model.open, model.opened = True, table.secrets.__getitem__
    seen = rows(model, MIDNIGHT, ("Piles",), ("Piles", "Hand"))
    for seat, name in ((2, "Ilse"), (3, "Marek")):
        held = [
            MIDNIGHT.card_name(table.state, table.secrets[seat].faces[slot]) for slot in table.state.piles.hand[seat]
        ]
        assert plain_text(seen["Piles", "Hand", name].value) == ", ".join(held)


def test_open_cards_are_named_if_the_game_declares_which_fields_contain_cards() -> None:
    cabinet = find_game("cabinet")
    table, model = played(cabinet, 3, 5)
    reading = StateReader(model.names, model.face, lambda copy: cabinet.card_name(model.state, copy))
    seen = rows(model, cabinet, *reading.initially_unfolded(model.state))
    for seat, name in enumerate(("You", "Ilse", "Marek"), 1):
        held = [cabinet.card_name(table.state, copy) for copy in table.state.hand[seat]]
        assert plain_text(seen["Hand", name].value) == ", ".join(held) and held
    assert plain_text(seen["Challenges",].value) == ", ".join(
        cabinet.card_name(table.state, copy) for copy in table.state.challenges
    )
    assert plain_text(seen["Assist",].value) == "–", "no card has the number 0"


def test_every_value_of_a_state_has_a_row_that_can_be_read() -> None:
    for name, seats in (("bridgefront", 4), ("midnight", 5)):
        game = find_game(name)
        _, model = played(game, seats, 25)
        unfolded: set[tuple[str, ...]] = set()
        while True:
            seen = rows(model, game, *unfolded)
            more = {path for path, row in seen.items() if row.inside} - unfolded
            if not more:
                break
            unfolded |= more
        assert {path[0] for path in seen} >= {"Piles", "Engine"} and len(seen) > 200
        assert all(row.value or row.cells or row.inside for row in seen.values())


def test_the_cards_of_a_zone_are_listed_by_name_or_as_closed() -> None:
    """The Ruins show a card that all have seen by name, and a card drawn unseen as closed.

    Each seat has drawn one unseen. Goods are columns.
    """
    game = find_game("outposts")
    table, model = played(game, 2, 40)
    for seat, slot in ((1, 5 * 1024), (2, 6 * 1024)):
        table.state.ruins[seat] = (-1, slot)
    model.secrets.faces[5 * 1024] = 129
    seen = rows(model, game, ("Ruins",))
    names = [game.card_name(table.state, copy) for copy in (1, 129)]
    assert seen["Ruins",].cells == ("2", "2")
    assert plain_text(seen["Ruins", "You"].value) == ", ".join(names)
    assert plain_text(seen["Ruins", "Ilse"].value) == f"{names[0]}, 1 hidden card"
    assert seen["Survey marks",].cells == tuple(str(number) for number in table.state.survey_marks[1:])
