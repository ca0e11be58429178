"""Sheets to print: every card in the right number of copies, sizes, crop marks, and reproducible bytes."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from client.sheets import command
from client.sheets.document import Order, cards_of, make
from client.sheets.paper import CARDS, EDGE, PAPERS, Size, best_grid, board_tiles
from core.engine.text.catalogue import CatalogueCard
from core.games.ambition.cards import ELITES, INDUSTRIES, INTRIGUES, PACTS
from core.games.ambition.changes import RULESETS as AMBITION
from core.games.bridgefront.catalogue import CARDS as BRIDGEFRONT
from core.games.bridgefront.catalogue import DECKS, FACTION_CARDS, STARTER_CARDS
from core.games.bridgefront.changes import RULESETS
from core.games.bridgefront.factions import FACTIONS
from core.games.bridgefront.text.words import screen_name
from core.games.cabinet import cards as cabinet
from core.games.midnight import cards as midnight
from core.games.midnight.escalations import ESCALATIONS
from core.games.outposts import cards as outposts
from core.games.outposts.board import LEAGUES
from core.games.registry import NAMES, find_game, record_of
from tests.support.client.pdf import fonts_of, pages_of
from tests.support.records import CATALOGUES

ROOT = Path(__file__).resolve().parents[3]
POINT = 25.4 / 72
EVERY = [(game, seats) for game in NAMES for seats in find_game(game).seat_counts]


TOKENS = {"bridgefront", "midnight", "outposts", "ambition"}
BOARDS = {"bridgefront", "midnight", "cabinet", "outposts"}


def order(game: str, seats: int) -> Order:
    """Return a print order for all cards of a game, with little ink."""
    record = record_of(game)
    assert record is not None and record.catalogue is not None
    return replace(command.order_of(find_game(game), record.catalogue, seats), ink=True)


def expected(game: str, seats: int) -> Counter[str]:
    """Return the number of copies of each card of a game, by name, according to its rules.

    For a game that is not named here, they are those of its catalogue.
    """
    found = Counter[str]()
    if game == "bridgefront":
        for number in (n for deck in DECKS for n in deck if BRIDGEFRONT[n].from_seats <= seats):
            found[screen_name(BRIDGEFRONT[number])] += BRIDGEFRONT[number].copies
        for number in STARTER_CARDS:
            found[screen_name(BRIDGEFRONT[number])] += seats * BRIDGEFRONT[number].copies
        found.update(screen_name(BRIDGEFRONT[number]) for pair in FACTION_CARDS for number in pair)
        found.update(faction.name for faction in FACTIONS)
    elif game == "midnight":
        found.update([midnight.CARDS[kind].name for kind in midnight.DECK] * seats)
        found.update(law.name for law in ESCALATIONS)
        found["Pact"] = seats
    elif game == "cabinet":
        found.update(map(cabinet.name_of, cabinet.COPIES))
    elif game == "outposts":
        found.update(map(outposts.name_of, (*outposts.COPIES, *outposts.LINKS)))
        found.update(league.name for league in LEAGUES)
    elif game == "ambition":
        tables = (INTRIGUES, *[ELITES] * seats, *[INDUSTRIES] * seats)
        for table, copies in zip(tables, AMBITION.of("").kinds(seats, seats), strict=True):
            found.update({card.name: number for card, number in zip(table, copies, strict=True)})
        found.update({pact.name: seats for pact in PACTS})
    else:
        catalogue = CATALOGUES[game]
        found.update({card.name: card.copies.total(seats) for card in catalogue.cards if card.copies.total(seats)})
    return found


@pytest.mark.parametrize(("game", "seats"), EVERY)
def test_every_card_is_printed_as_often_as_the_game_has_copies(game: str, seats: int) -> None:
    assert Counter(card.face.name for card in cards_of(order(game, seats))) == expected(game, seats)


@pytest.mark.parametrize("game", NAMES)
def test_every_copy_has_a_place_on_a_sheet_of_the_right_size(game: str) -> None:
    seats = max(find_game(game).seat_counts)
    for paper in PAPERS.values():
        whole = replace(order(game, seats), paper=paper, chapters=())
        data, counts = make(whole)
        pages = pages_of(data)
        stamps = Counter(stamp for page in pages for stamp in page.stamps)
        assert sum(stamps.values()) == counts.cards == sum(expected(game, seats).values())
        assert max(len(page.stamps) for page in pages) == 9
        assert counts.pages == len(pages) == -(-counts.cards // 9)
        for page in pages:
            assert page.size == pytest.approx((paper.w / POINT, paper.h / POINT), abs=0.01)
        copies = sorted(Counter(card.face for card in cards_of(whole)).values())
        assert sorted(stamps.values()) == copies


@pytest.mark.parametrize("game", NAMES)
def test_every_printed_card_has_the_picture_that_the_window_draws(game: str) -> None:
    record = record_of(game)
    assert record is not None and record.catalogue is not None
    sheets = order(game, max(find_game(game).seat_counts)).sheets
    typeset = [card.name for card in record.catalogue.cards if sheets.paint(card) is None]
    expected_typeset = {
        "outposts": [card.name for card in record.catalogue.cards if card.row[0] in ("League", "Territory")],
        "ambition": [pact.name for pact in PACTS],
    }
    assert typeset == expected_typeset.get(game, [])


def test_two_prints_have_the_same_bytes_in_any_process(tmp_path: Path) -> None:
    files = []
    for seed in ("1", "2"):
        files.append(tmp_path / f"{seed}.pdf")
        words = ["print", "outposts", "--type", "red connection,feature", "--backs", f"--out={files[-1]}"]
        around = {"PYTHONHASHSEED": seed, "PATH": "", "HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
        subprocess.run([sys.executable, "-m", "client", *words], cwd=tmp_path, env=around, check=True)
    one, other = (file.read_bytes() for file in files)
    assert one == other
    assert b"/Subtype /Image" in one and b"DCTDecode" in one
    assert b"D:20000101" in one


def test_all_fonts_of_the_sheets_are_embedded_and_come_with_tether() -> None:
    whole = order("cabinet", 5)
    data, _ = make(replace(whole, cards=whole.cards[:9], boards=True, tokens=True))
    assert fonts_of(data) and all("+Tether" in name for name in fonts_of(data))
    assert data.count(b"/FontFile2") == len(fonts_of(data))


def test_chosen_cards_are_printed_in_the_requested_number() -> None:
    whole = order("bridgefront", 4)
    some = command.chosen(whole.cards, "Bridgefront", "zap,  ZAP, March  Orders", None)
    assert Counter(c.face.name for c in cards_of(replace(whole, cards=some))) == {"Zap": 4, "March Orders": 4}
    twice = replace(whole, cards=some, copies=2)
    assert Counter(c.face.name for c in cards_of(twice)) == {"Zap": 2, "March Orders": 2}
    champions = command.chosen(whole.cards, "Bridgefront", None, "champion")
    assert {card.row[1] for card in champions} == {"Champion"}


def test_a_card_that_is_named_is_printed_even_if_the_game_leaves_it_out() -> None:
    whole = order("outposts", 2)
    some = command.chosen(whole.cards, "Outposts", "Centre", None)
    assert [card.face.name for card in cards_of(replace(whole, cards=some))] == ["Centre"]


def test_a_changed_catalogue_prints_changed_and_new_cards() -> None:
    """The sheets follow the catalogue that is passed in, not the printed game."""
    record = record_of("cabinet")
    assert record is not None and record.catalogue is not None
    new = CatalogueCard("Night Shift", ("Ministry", "1"), (), "Night Shift\nMinistry · 1 copy\nAs an action: sleep.")
    catalogue = record.catalogue._replace(cards=(record.catalogue.cards[0], new))
    changed = replace(command.order_of(find_game("cabinet"), catalogue, 4), chapters=())
    counted = Counter(card.face.name for card in cards_of(changed))
    assert counted == {"Funds": 11, "Night Shift": 1}
    assert changed.sheets.paint(new) is None
    assert make(replace(changed, ink=True, backs=True))[1].pages == 4


def test_a_ruleset_prints_its_cards_and_numbers() -> None:
    """A designer can cut out in the evening the cards changed in the afternoon."""
    rules = RULESETS.compose([
        (("cards", "zap", "mana"), "3"), (("numbers", "rounds"), "8"), (("numbers", "start_gold"), "9"),
        (("new_cards", "Field Notes", "type"), "order"), (("new_cards", "Field Notes", "deck"), "market1"),
        (("new_cards", "Field Notes", "mana"), "1"), (("new_cards", "Field Notes", "initiative"), "50/120"),
        (("new_cards", "Field Notes", "effects"), "draw 2, gold 1"),
    ])  # fmt: skip
    record = record_of("bridgefront")
    assert record is not None and record.catalogue is not None
    changed = command.order_of(find_game("bridgefront"), record.catalogue.by_rules(rules), 4, rules)
    made = {card.face.name: card for card in cards_of(changed)}
    assert made["Zap"].face.badges[0] == ("mana", "3")
    assert "Field Notes" in made and made["Field Notes"].paint is not None
    assert any("9" in line for chapter in changed.chapters for line in chapter.lines)
    plain = command.order_of(find_game("bridgefront"), record.catalogue, 4)
    assert {card.face.name: card for card in cards_of(plain)}["Zap"].face.badges[0] == ("mana", "1")
    some = command.chosen(changed.cards, "Bridgefront", "Field Notes", None)
    assert make(replace(changed, cards=some, chapters=()))[1].cards == 1


def test_card_backs_are_printed_behind_their_cards() -> None:
    grid = best_grid(PAPERS["a4"], CARDS["poker"])
    for place in range(grid.count):
        front, behind = grid.box(place), grid.mirrored(place)
        assert front.y == behind.y
        assert front.x + behind.x + behind.w == pytest.approx(grid.paper.w)
    whole = order("midnight", 3)
    data, counts = make(replace(whole, chapters=(), backs=True))
    assert counts.pages == len(pages_of(data)) == 2 * -(-counts.cards // 9)
    owners = Counter(card.back.name for card in cards_of(whole))
    assert owners == {"Escalations": 20, "Aldermark": 26, "Vesper Union": 26, "Kestrel Republic": 26}


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("card", CARDS)
def test_crop_marks_are_on_the_page_and_outside_the_cards(paper: str, card: str) -> None:
    grid = best_grid(PAPERS[paper], CARDS[card])
    assert (grid.columns, grid.rows) == (3, 3)
    assert grid.box(0)[2:] == CARDS[card]
    for used in range(1, grid.count + 1):
        rows, columns = -(-used // 3), min(used, 3)
        marks = list(grid.marks(used))
        assert len(marks) == 2 * (rows + 1) + 2 * (columns + 1)
        first, last = grid.box(0), grid.box((rows - 1) * 3 + columns - 1)
        for x1, y1, x2, y2 in marks:
            assert min(x1, y1) > 1.0 and x2 < grid.paper.w - 1.0 and y2 < grid.paper.h - 1.0
            assert x1 == x2 or y1 == y2
            assert x2 < first.x or y2 < first.y or x1 > last.right or y1 > last.bottom
    area = grid.area
    assert min(area.x, area.y) >= EDGE
    assert area.center == pytest.approx((grid.paper.w / 2, grid.paper.h / 2))


@pytest.mark.parametrize("paper", PAPERS.values())
@pytest.mark.parametrize("board", [Size(180, 180), Size(283.7, 254.8), Size(700, 500)])
def test_the_sheets_of_a_board_cover_every_part_of_it_once(paper: Size, board: Size) -> None:
    tiles = board_tiles(paper, board)
    assert sum(tile.window.w * tile.window.h for tile in tiles) == pytest.approx(board.w * board.h)
    corners = {(round(t.window.x - t.at[0], 3), round(t.window.y - t.at[1], 3)) for t in tiles}
    assert len(corners) == len(tiles)
    for tile in tiles:
        assert tile.window.right <= tile.paper.w - 11.9 and tile.window.bottom <= tile.paper.h - 11.9


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("paper", PAPERS.values())
def test_boards_tokens_and_rules_are_printed_for_every_number_of_seats(game: str, paper: Size) -> None:
    for seats in find_game(game).seat_counts:
        data, counts = make(replace(order(game, seats), cards=(), boards=True, tokens=True, paper=paper))
        assert len(pages_of(data)) == counts.pages
        assert counts.tokens or game not in TOKENS
        assert counts.boards or game not in BOARDS


def test_the_printed_rules_leave_out_the_chapters_about_the_window() -> None:
    titles = [chapter.title for chapter in order("midnight", 3).chapters]
    assert "Signs" in titles and not {"Keys", "Options", "Fair play"} & set(titles)
