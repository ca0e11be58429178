"""Cards of each game: bans by chair, counts, and measured strength."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from core.bots.random_bot import RandomBot
from core.bots.registry import PLAYERS
from core.engine.events import CardsDrawn
from core.engine.game import Decision
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import Opened
from core.games.ambition import cards as ambition
from core.games.ambition.decisions import Drawn, Launch, Shelter
from core.games.bridgefront.decisions import Bid, Pick, Picks
from core.games.bridgefront.phases.collection import own_offers
from core.games.cabinet import cards as cabinet
from core.games.cabinet.decisions import Act as CabinetAct
from core.games.midnight import cards as midnight
from core.games.midnight.decisions import Deploy
from core.games.outposts import cards as outposts
from core.games.outposts import events
from core.games.outposts.decisions import Act as OutpostsAct
from core.games.outposts.decisions import Select
from core.games.registry import GAMES
from lab.games.cards import cards_of, deck_of, games_with_cards
from lab.run import card_bans as bans
from lab.run.design import Arm, Design
from lab.run.players import WrappingPlayer, player
from lab.run.simulation import Match, new_match, play_match, read_detail, seat_of
from lab.studies.card_strength import (
    DISPUTED_VERDICT,
    HARMS,
    HELPS,
    CardStrength,
    card_strengths,
    card_verdicts,
    regression,
)
from tests.support.lab.toys import toy_match

SHORT = {"bridgefront": (("vp_to_win", 5),)}


def arm_of(game: str, bans: int = 0, bot: str = "heuristic") -> Arm:
    """Return an arm of the game with the fewest seats for a normal match (no solo play)."""
    fewest = min(seats for seats in GAMES[game].seat_counts if seats > 1)
    return Arm("usual", game, fewest, SHORT.get(game, ()), (bot,), bans=bans)


def counted(match: Match) -> list[dict[str, Any]]:
    """Return the stored counts of each seat's cards by name, as (gained, played)."""
    return [seat["cards"] for seat in read_detail(match.detail)["seats"]]


# Bans -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_each_card_of_the_lab_has_a_name_a_number_and_a_price(game: str) -> None:
    cards = cards_of(game)
    assert all(card.name and card.price for card in cards)
    assert len({card.name for card in cards}) == len({card.number for card in cards}) == len(cards)
    name = {"cabinet": cabinet.name_of, "outposts": outposts.name_of}.get(game)
    if name is not None:
        number, copies = (
            (cabinet.number_of, cabinet.COPIES)
            if game == "cabinet"
            else (outposts.number_of, (*outposts.COPIES, *outposts.LINKS))
        )
        by_number = {number(copy): name(copy) for copy in copies}
        assert all(by_number[card.number] == card.name for card in cards)


@pytest.mark.parametrize("bot", ["heuristic", "easy", "random"])
@pytest.mark.parametrize("game", games_with_cards())
def test_a_chair_never_plays_its_banned_cards(game: str, bot: str) -> None:
    """Neither the bot's policy nor a blunder plays a banned card."""
    arm = arm_of(game, 50, bot)
    match = play_match(Design("cards", (arm,), "bans"), 0, 0, 1)
    banned = [bans.banned_cards(arm, "bans", 0, 1, chair) for chair in range(arm.seats)]
    played = Counter[str]()
    for chair in range(arm.seats):
        cards = counted(match)[seat_of(chair, 1, arm.seats) - 1]
        names = {name for name, (_, times) in cards.items() if times}
        assert not names & banned[chair]
        played.update(names)
    assert played and (len(set(banned)) == 1) == arm.together
    assert all(0.2 < len(names) / len(cards_of(game)) < 0.9 for names in banned)


@pytest.mark.parametrize("game", games_with_cards())
def test_a_decision_repeated_with_its_card_banned_does_not_use_that_card(game: str) -> None:
    """The first player knows nothing about bans; a second player decides again with the used card banned.

    In Outposts a row may contain nothing else.
    """
    arm, table = arm_of(game, bot="random"), new_match(arm_of(game, bot="random"), "anew", 0, 0)
    used, others = Counter[int](), Counter[int]()

    class Asked(WrappingPlayer):
        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            decision = self.player.decide(game, state, seat, secrets)
            found = set(deck_of(arm.game).uses(state, seat, secrets, decision))
            if found:
                used.update(found)
                again = bans.CardBanPlayer(PLAYERS["random"]("anew", seat), arm.game, seat, found)
                others.update(
                    found & set(deck_of(arm.game).uses(state, seat, secrets, again.decide(game, state, seat, secrets)))
                )
            return decision

    table.players = {seat: Asked(each) for seat, each in table.players.items()}
    table.play()
    numbers = {card.number for card in cards_of(game)}
    assert len(used) > 1 and used.keys() <= numbers
    assert sum(others.values()) <= (0.05 if game == "outposts" else 0) * sum(used.values()), (
        "a row may hold nothing else"
    )


def test_each_use_of_a_card_is_counted_as_one() -> None:
    drill, arms, opened = (
        Opened(3, ambition.DRILL, b""),
        Opened(4, ambition.NUCLEAR_ARMS, b""),
        Opened(5, ambition.NEW_BLOOD, b""),
    )
    state: Any = GAMES["ambition"].new_state(new_match(arm_of("ambition"), "uses", 0, 0).state.setup)
    card = next(copy for copy in cabinet.COPIES if cabinet.name_of(copy) == "Finance")
    own = Secrets(b"", 1, b"")
    own.faces[7] = midnight.deck_copies(1)[0]
    cases: list[tuple[str, Decision, set[int]]] = [
        ("midnight", Deploy(((2, 7), (3, -midnight.deck_copies(1)[-1]))), {midnight.CANNON, midnight.LARGE_CANNON}),
        ("outposts", Select(outposts.COPIES[0]), {0}),
        ("outposts", OutpostsAct("claim", at=outposts.LINKS[0]), {len(outposts.CARDS)}),
        ("cabinet", CabinetAct("share", card=card, to=2), set()),
        ("cabinet", CabinetAct("ministry", card=card), {cabinet.number_of(card)}),
        ("ambition", Shelter(drill), {ambition.DRILL}),
        ("ambition", Drawn(opened), set()),
        ("ambition", Drawn(arms), set()),
        ("ambition", Launch(2, arms), {ambition.NUCLEAR_ARMS}),
    ]
    for game, decision, used in cases:
        assert set(deck_of(game).uses(state, 1, own, decision)) == used, decision


def test_bots_do_not_bid_for_or_pick_banned_cards() -> None:
    asked = Counter[str]()

    class Set(WrappingPlayer):
        """A player that would gain cards which it may not use."""

        def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
            decision = self.player.decide(game, state, seat, secrets)

            def without(numbers: set[int]) -> Any:
                player = bans.CardBanPlayer(Said(decision), "bridgefront", seat, numbers)
                return player.decide(game, state, seat, secrets)

            if isinstance(decision, Bid) and decision.kind == "buy":
                assert without({state.card[state.row[state.row_at]]}) == Bid("pass", 0)
            elif isinstance(decision, (Pick, Picks)):
                offers = [[state.card[copy] for copy in offer.copies] for offer in own_offers(state, seat)]
                wanted = {offer[pick] for offer, pick in zip(offers, _picks(decision)) if pick is not None}
                for offer, pick in zip(offers, _picks(without(wanted))):
                    assert pick is None or offer[pick] not in wanted or wanted.issuperset(offer)
            else:
                return decision
            assert without({-1}) == decision
            asked[type(decision).__name__] += 1
            return decision

    table = new_match(arm_of("bridgefront"), "set", 0, 0)
    table.players = {seat: Set(each) for seat, each in table.players.items()}
    table.play()
    assert asked["Bid"] > 3 and asked["Pick"] + asked["Picks"] > 1


class Said(RandomBot):
    """A player that gives the same answer to every question."""

    def __init__(self, decision: Decision) -> None:
        super().__init__()
        self.decision = decision

    def decide(self, *_: Any) -> Decision:
        return self.decision


def _picks(decision: Pick | Picks) -> tuple[int | None, ...]:
    return decision.picks if isinstance(decision, Picks) else (decision.pick,)


def test_a_bot_with_weights_of_its_own_knows_its_banned_cards() -> None:
    for name in ("heuristic", "heuristic@GOLD=9", "master", "easy"):
        assert getattr(player(name, "x", 1, {3, 5}), "banned", None) == {3, 5}


def test_a_team_shares_its_banned_cards_and_rivals_have_their_own() -> None:
    for game in ("cabinet", "outposts", "ambition"):
        arm = arm_of(game, 50)
        for block in range(9):
            lots = {bans.banned_cards(arm, "lots", block, 0, chair) for chair in range(arm.seats)}
            assert (len(lots) == 1) == arm.together
        assert arm.rotations == (1 if arm.together else arm.seats)
    assert Arm("alone", "outposts", 1).together and not Arm("two", "outposts", 2).together


# Counts ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games_with_cards())
def test_a_played_card_was_gained_before(game: str) -> None:
    arm = arm_of(game)
    total = Counter[str](), Counter[str]()
    happened: list[Any] = []
    match = play_match(Design("play", (arm,), "ruins"), 0, 0, 0, lambda state, decided, told: happened.extend(told))
    for cards in counted(match):
        for name, numbers in cards.items():
            assert min(numbers) >= 0
            for column, times in zip(total, numbers):
                column[name] += times
    gained, played = total
    if game == "outposts":
        once = (events.CardSelected, events.RuinsTaken, events.ConnectionClaimed)
        drawn = sum(len(each.slots) for each in happened if isinstance(each, CardsDrawn))
        laid = sum(isinstance(each, events.RuinsGained) for each in happened) + 2 * arm.seats
        assert laid > 2 * arm.seats and gained.total() == drawn - laid + sum(
            isinstance(each, once) for each in happened
        )
    assert len(played) > 5 and gained.total() > 10
    if game != "bridgefront":  # where own decks are there from the start, and cards come back to the hand
        taken = 2 if game == "midnight" else 0  # from the hand of the eliminated nation
        assert all(times <= gained[name] + taken for name, times in played.items())


# Strengths ------------------------------------------------------------------------------------------------------------


def planted(chance: np.random.Generator, strength: float) -> tuple[np.ndarray, np.ndarray]:
    """Return results of four chairs and thirty cards, one of which helps each chair that may use it."""
    rows = (chance.random((4 * 600, 30)) > 0.15).astype(float)
    odds = 1 + strength * rows[:, 7].reshape(-1, 4)
    winner = [chance.choice(4, p=each / each.sum()) for each in odds]
    return rows, np.eye(4)[winner].ravel()


def test_a_strong_card_is_found_and_equal_cards_are_not() -> None:
    chance = np.random.default_rng(1)
    fitted = regression(*planted(chance, 3.0), 4)
    assert fitted is not None
    ratio = fitted.effects / fitted.errors
    assert ratio.argmax() == 7 and ratio[7] > 4
    wrong = [abs(f.effects / f.errors) > 1.96 for _ in range(20) if (f := regression(*planted(chance, 0.0), 4))]
    assert 0.03 <= np.mean(wrong) <= 0.07
    assert regression(*(part[:40] for part in planted(chance, 0.0)), 4) is None


def test_a_planted_cards_strength_equals_the_extra_wins_of_its_owner() -> None:
    """The estimate finds a planted effect of 20 points.

    Chairs may or may not use the card at random.
    """
    chance, arm = np.random.default_rng(2), Arm("usual", "bridgefront", 2, bans=50)
    name = cards_of("bridgefront")[7].name
    matches = []
    for block in range(1500):
        may = [name not in bans.banned_cards(arm, "planted", block, 0, chair) for chair in range(2)]
        first = 0.5 + 0.2 * (may[0] - may[1])
        matches.append(toy_match(block, 0, 0, 1 if chance.random() < first else 2))
    found = {each.name: each for each in card_strengths(arm, "planted", matches)}
    assert found[name].effect == pytest.approx(0.2, abs=0.05) and 0.02 < found[name].half < 0.06


def test_a_planted_cards_strength_equals_the_extra_wins_of_the_team() -> None:
    """The same holds for a solo player."""
    chance = np.random.default_rng(4)
    for game, seats in (("cabinet", 3), ("outposts", 1)):
        arm, matches = Arm("usual", game, seats, bans=50), []
        strong, weak = (cards_of(game)[place].name for place in (3, 5))
        for block in range(1200):
            banned = bans.banned_cards(arm, "planted", block, 0, 0)
            won = chance.random() < 0.5 + 0.2 * (strong not in banned) - 0.2 * (weak not in banned)
            winners = ",".join(map(str, range(1, seats + 1))) if won else ""
            matches.append(toy_match(block, 0, 0, 0, seats=seats)._replace(winners=winners))
        found = card_strengths(arm, "planted", matches)
        by_name = {each.name: each for each in found}
        assert (found[0].name, found[-1].name) == (strong, weak) and len(found) == len(cards_of(game))
        assert by_name[strong].effect == pytest.approx(0.2, abs=0.07) == -by_name[weak].effect
        assert 0.04 < by_name[strong].half < 0.07
        assert not card_strengths(arm, "planted", matches[:60]), "too few for so many"


def test_a_card_gets_a_verdict_when_two_bot_levels_agree() -> None:
    def card(name: str, effect: float, chance: float) -> CardStrength:
        return CardStrength(name, effect, 0.01, chance, 10, 5, "2 mana")

    hard = [
        card("A", 0.1, 0.01),
        card("B", -0.1, 0.01),
        card("C", 0.1, 0.01),
        card("D", 0.1, 0.01),
        card("E", 0.1, 0.9),
    ]
    easy = [card("A", 0.2, 0.01), card("B", -0.1, 0.04), card("C", 0.1, 0.20), card("D", -0.1, 0.01)]
    said = card_verdicts({"hard": hard, "easy": easy})
    assert said == {"A": HELPS, "B": HARMS, "C": "helps by hard alone", "D": DISPUTED_VERDICT, "E": ""}
    assert card_verdicts({"random": hard})["A"] == ""
