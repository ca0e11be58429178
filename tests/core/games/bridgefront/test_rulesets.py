"""Rulesets of Bridgefront: changes take effect, bots play cards that are new to them, wrong files are refused."""

import random
import subprocess
import sys

import pytest

from core.bots.heuristic import HeuristicBot
from core.engine.changed_game import ChangedGame, pack_ruleset, unpack_ruleset
from core.engine.local_match import LocalMatch
from core.engine.ruleset import RulesetError
from core.engine.text.rules_file import MAX_FILE_BYTES, read_rules_file, ruleset_text, template, write_rules_file
from core.games.bridgefront import catalogue, events
from core.games.bridgefront.bot.weights import USUAL, champion_worth, dice_sixths, play_worth
from core.games.bridgefront.changes import BASICS, RULESETS
from core.games.bridgefront.effects.notation import CONDITIONS, EFFECTS, VERBS, FlagPart, NumberPart, WordPart
from core.games.bridgefront.game import GAME
from core.games.registry import GAMES

FILE = b"""
game = "bridgefront"
name = "Leaner Orodin"
[options]
vp_to_win = 9
[numbers]
start_gold = 7
[cards."Zap"]
mana = 2
[factions.vapourborn]
center_is_capital = 0
mine_gold = 2
[decks.market1]
copies = { "Cycle Notes" = 3 }
[new_cards."Field Notes"]
type = "order"
deck = "market1"
mana = 1
initiative = [50, 120]
effects = ["draw 2", "gold 1"]
copies = 4
[new_cards."Old Guard"]
type = "champion"
deck = "leadbound"
mana = 1
initiative = [60, 130]
hp = 7
dice = 2
hits_on = 3
bounty = 3
ability = "brute"
"""


def text_of(data: bytes) -> str:
    return ruleset_text(RULESETS, read_rules_file(data))


def played(game: ChangedGame | None, seed: str = "rules", seats: int = 2) -> tuple[bytes, list[object]]:
    players = {seat: HeuristicBot(seed, seat) for seat in range(1, seats + 1)}
    match = LocalMatch(game or GAME, players, seed)  # type: ignore[arg-type]
    told: list[object] = []
    match.play(lambda state, decisions, happened: told.extend(happened))
    return match.state.digest(), told


# What is changed ------------------------------------------------------------------------------------------------------


def test_every_change_of_a_ruleset_file_is_in_the_rules_of_the_match() -> None:
    game = ChangedGame(GAME, text_of(FILE))
    rules = LocalMatch(game, {1: HeuristicBot("", 1), 2: HeuristicBot("", 2)}).state.rules  # type: ignore[type-var]
    cards = {card.name: card for card in rules.cards}
    assert (rules.numbers.start_gold, cards["Zap"].mana, cards["Cycle Notes"].copies) == (7, 2, 3)
    assert [passive.name for passive in rules.factions[2].passives] == ["Tailwind", "Ore Cut"]
    assert rules.bonuses[2]["mine_gold"] == 2 and not rules.bonuses[2]["center_is_capital"]
    assert cards["Field Notes"].text() == "Draw 2 cards. Take 1 gold."
    guard = rules.cards.index(cards["Old Guard"])
    assert rules.faction_cards[0][1] == guard and cards["Old Guard"].ability is cards["Brute"].ability
    assert game.options.table["vp_to_win"].default == 9
    assert "Zap costs 2 mana, not 1." in game.differences()


def test_bots_gain_and_play_a_card_that_they_have_never_seen() -> None:
    game = ChangedGame(GAME, text_of(FILE))
    number = next(i for i in RULESETS.of(game.content).new if RULESETS.of(game.content).cards[i].name == "Field Notes")
    gained = revealed = 0
    for seed in range(6):
        players = {seat: HeuristicBot(str(seed), seat) for seat in (1, 2)}
        match = LocalMatch(game, players, str(seed))  # type: ignore[type-var]
        told: list[object] = []
        state = match.play(lambda state, decisions, happened, told=told: told.extend(happened))
        copies = {copy for copy, card in enumerate(state.card) if card == number}
        gained += sum(type(event) is events.CardGained and event.copy in copies for event in told)
        revealed += sum(type(event) is events.ActionRevealed and event.copy in copies for event in told)
    assert gained > 2 and revealed > 2


def test_bots_value_a_card_by_the_rules_of_its_match() -> None:
    zap, sergeant, printed = catalogue.find("Zap"), catalogue.find("Sergeant"), RULESETS.printed
    rules = RULESETS.of(RULESETS.compose([(("cards", "Zap", "mana"), "3"), (("cards", "Sergeant", "dice"), "4")]))
    for _ in range(2):
        assert play_worth(USUAL, printed, zap) - play_worth(USUAL, rules, zap) == 2 * USUAL.mana
        assert dice_sixths(rules, sergeant) == 4 * dice_sixths(printed, sergeant)
        assert champion_worth(USUAL, rules, sergeant) > champion_worth(USUAL, printed, sergeant)


ALONE = """
from tests.core.games.bridgefront import test_rulesets as t
print(t.played(t.dear())[0].hex(), end="")
"""


def dear() -> ChangedGame:
    return ChangedGame(GAME, RULESETS.compose([(("cards", "Zap", "mana"), "2"), (("cards", "Traitor", "mana"), "5")]))


def test_a_match_with_a_ruleset_does_not_depend_on_earlier_matches_of_the_process() -> None:
    """This process plays the printed game first; the other process plays no other match."""
    printed = played(None)[0]
    here = played(dear())[0]
    alone = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True).stdout
    assert here.hex() == alone and here != printed == played(None)[0]


def test_rulesets_with_equal_contents_are_one_object_and_one_game() -> None:
    one, other = (
        RULESETS.compose(entries)
        for entries in (
            [(("cards", "Zap", "mana"), "2"), (("numbers", "start_gold"), "5")],
            [(("numbers", "start_gold"), "5"), (("cards", "zap", "mana"), "2"), (("cards", "Brute", "hp"), "6")],
        )
    )
    assert one == other and RULESETS.of(one) is RULESETS.of(other)
    assert ChangedGame(GAME, one).name == ChangedGame(GAME, other).name != GAME.name
    assert RULESETS.compose([]) == "" and RULESETS.of("") is RULESETS.printed


def test_a_ruleset_is_unchanged_by_packing_and_unpacking() -> None:
    game = ChangedGame(GAME, text_of(FILE))
    assert unpack_ruleset(pack_ruleset(game), GAMES).text == game.text
    for data in (b"", b"tether ruleset 1\nnobody\ncards.zap.mana=2", b"tether ruleset 1\nbridgefront\n"):
        with pytest.raises(RulesetError):
            unpack_ruleset(data, GAMES)


def test_a_written_ruleset_file_reads_as_the_same_ruleset() -> None:
    text = text_of(FILE)
    written = write_rules_file("bridgefront", RULESETS, RULESETS.parse(text))
    assert text_of(written.encode()) == text
    assert text_of(template("bridgefront", GAME.title, RULESETS).encode()) == ""


def test_every_value_in_the_ruleset_template_is_the_printed_one() -> None:
    """Without its comments, the template names every value and changes nothing."""
    lines = template("bridgefront", GAME.title, RULESETS).split("\n# A new card:")[0].split("\n")
    bare = [line.removeprefix("# ") if " = " in line and not line.startswith("# name") else line for line in lines[2:]]
    assert text_of("\n".join(bare).encode()) == ""
    assert len(bare) > 1000


# Effects --------------------------------------------------------------------------------------------------------------


def test_most_printed_effects_have_a_notation() -> None:
    without = []
    for card in (*catalogue.CARDS, *BASICS.values()):
        if card.stats is None:
            try:
                assert EFFECTS.read(EFFECTS.write(card.effects)) == card.effects
            except ValueError:
                without.append(card.name)
    assert len(without) < 32


def _effect(chance: random.Random, verb: str) -> str:
    words = [verb]
    for part in VERBS[verb].parts:
        if isinstance(part, NumberPart):
            words.append(str(chance.randint(part.low, part.high)))
        elif isinstance(part, WordPart):
            words.append(chance.choice(list(part.words)))
        elif isinstance(part, FlagPart) and chance.random() < 0.5:
            words.append(part.word)
    return " ".join(words)


@pytest.mark.parametrize("seed", range(4))
def test_cards_with_any_effect_can_be_played(seed: int) -> None:
    """Every verb, under a condition and as one of two, is chosen, resolved and described without an error."""
    chance = random.Random(seed)
    entries = []
    names = [f"{a} {b}" for a in ("Red", "Blue", "Green", "White", "Black") for b in ("Fox", "Owl", "Elk", "Ram")]
    verbs = chance.sample(list(VERBS), 4 * len(names) // 2)
    for i, name in enumerate(names):
        plain = [_effect(chance, verb) for verb in verbs[2 * i % len(verbs) :][:2] or verbs[:2]]
        try:
            EFFECTS.read(", ".join(plain))
        except ValueError:
            plain = ["gold 2"]
        kinds = [", ".join(plain), f"if {chance.choice(list(CONDITIONS))} then {plain[0]} else gold 1"]
        card = {
            "type": "spell", "deck": f"market{1 + i % 3}", "mana": "1", "initiative": "20/90",
            "effects": chance.choice(kinds), "copies": "4",
        }  # fmt: skip
        entries += [(("new_cards", name, key), value) for key, value in card.items()]
    game = ChangedGame(GAME, RULESETS.compose(entries))
    told = []

    def tell(state: object, decisions: object, happened: list[object]) -> None:
        told.extend(game.narrate(state, event) for event in happened)

    players = {seat: HeuristicBot(str(seed), seat) for seat in (1, 2, 3)}
    LocalMatch(game, players, str(seed)).play(tell)  # type: ignore[type-var]
    assert any(name in line for name in names for line in told)


# What is refused ------------------------------------------------------------------------------------------------------

REFUSED = {
    b"": "does not say its game",
    b'game = "bridgefront"\nx = 3': "line 2, x: there is no such section",
    b'game = "bridgefront"\n[cards.Zap]\nmana = -5': "line 3, cards.Zap.mana: '-5' is not a whole number from 0 to 6",
    b'game = "bridgefront"\n[cards.Zap]\nmana = 99999999999999999999': "line 3",
    b'game = "bridgefront"\n[cards.Zap]\nmana = 1.5': "a value is a whole number",
    b'game = "bridgefront"\n[cards.Zap]\nmana = 2\nmana = 3': "line 4",
    b'game = "bridgefront"\n[cards.Zap]\nmana = 2\n[cards.zap]\nmana = 3': "is given twice",
    b'game = "bridgefront"\n[cards.Zapp]\nmana = 2': "do you mean cards.zap.mana",
    b'game = "bridgefront"\n[cards.Zap]\nhp = 2': "there is no such value",
    b'game = "bridgefront"\n[options]\nvp_to_win = 99': "line 3, options.vp_to_win: '99' is not one of",
    b'game = "bridgefront"\n[options]\nvp = 9': "there is no such option",
    b'game = "bridgefront"\nname = "{red}*x*"': "the name of a ruleset has",
    b'game = "bridgefront"\n[numbers]\nage_2_ends = 2': "Age II ends after Age I",
    b'game = "bridgefront"\n[cards."Trade Caravan"]\neffects = ["mana 99"]': 'written as "mana 1-3"',
    b'game = "bridgefront"\n[cards."Trade Caravan"]\neffects = ["exec 1"]': "the verbs are",
    b'game = "bridgefront"\n[cards."Trade Caravan"]\neffects = ["draw 1", "draw 1", "draw 1", "draw 1", "draw 1"]':
        "at most 4 effects",
    b'game = "bridgefront"\nx = ' + b"[" * 5000 + b"]" * 5000: "too many brackets",
    b'game = "bridgefront"\n' + b"a." * 3000 + b"b = 1": "too many brackets or dots",
    b'game = "bridgefront"\nname = "\xff"': "line 2: the file is not in UTF-8",
    b"#" * (MAX_FILE_BYTES + 1): "bytes, and may have",
}  # fmt: skip


@pytest.mark.parametrize("data", REFUSED, ids=range(len(REFUSED)))
def test_a_wrong_ruleset_file_is_refused_with_an_explanation(data: bytes) -> None:
    with pytest.raises(RulesetError) as refused:
        text_of(data)
    assert REFUSED[data] in str(refused.value)


def _card(name: str, **values: str) -> list[tuple[tuple[str, ...], str]]:
    card = {"type": "order", "deck": "market1", "mana": "1", "initiative": "1/9", "effects": "gold 1"} | values
    return [(("new_cards", name, key), value) for key, value in card.items() if value]


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        (_card("ZAP"), "is no name of a card"),
        (_card("Zap"), "looks like that of the card Zap"),
        (_card("lnsight"), "is no name"),
        (_card("Smal Hands") + _card("Smal hands"), "looks like"),
        (_card("{red}Fox"), "is no name"),
        (_card("Fox\x1b[31m"), "is no name"),
        (_card("Fox", effects=""), "cards have effects"),
        (_card("Fox", type="victory"), "Victory cards have vp"),
        (_card("Fox", type="champion"), "a Champion has hp"),
        (_card("Fox", mana=""), "a new card needs mana"),
        (_card("Fox", type="order", deck="leadbound"), "one spell and one Champion"),
        (_card("Fox", effects="roll 3 then move 1 else gold 1"), "without targets"),
        ([(("decks", "market1", "copies", card.id), "0") for card in (catalogue.CARDS[i] for i in catalogue.DECKS[0])],
         "needs 8"),
        ([e for i in range(41) for e in _card("Fox" + chr(97 + i % 26) + chr(97 + i // 26))], "more than 40 new cards"),
    ],
)  # fmt: skip
def test_a_change_of_a_ruleset_that_does_not_fit_is_refused_with_the_reason(
    entries: list[tuple[tuple[str, ...], str]], why: str
) -> None:
    with pytest.raises(RulesetError) as refused:
        RULESETS.compose(entries)
    assert why in str(refused.value)


@pytest.mark.parametrize("seed", range(40))
def test_a_mutated_ruleset_file_or_text_is_read_or_refused_without_a_crash(seed: int) -> None:
    chance = random.Random(seed)
    for data in (FILE, text_of(FILE).encode()):
        for _ in range(25):
            mutant = bytearray(data)
            for _ in range(chance.randint(1, 6)):
                at = chance.randrange(len(mutant))
                mutant[at : at + chance.choice((0, 1, 20))] = chance.choice(
                    (b"", b"[", b"=", b'"', b"\n", b"9", b"-", b".", b"\xff", b"{", bytes(mutant[at : at + 40]))
                )
            try:
                if data is FILE:
                    text_of(bytes(mutant))
                else:
                    text = bytes(mutant).decode("latin-1")
                    assert RULESETS.parse(text) and RULESETS.compose([]) == ""
            except RulesetError as refused:
                assert refused.problems
