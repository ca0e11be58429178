"""The changes that a ruleset may make in Bridgefront, and the rules of a match that follow from it.

- numbers: `numbers.start_gold`, the fields of `Numbers`
- cards: `cards.zap.mana`, also gold, initiative, vp, burn, effects (`effects.notation`), and a Champion's numbers
- decks: `decks.market1.copies.cycle_notes`
- factions: `factions.refiner.mine_gold`, and which spell and Champion they have
- new cards, made of effects and abilities that printed cards have
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.engine.ruleset import (
    FLAG,
    Additions,
    Field,
    Integer,
    Integers,
    NewField,
    Problem,
    RulesetError,
    Rulesets,
    Word,
    number_fields,
)
from core.engine.text.words import capitalise, format_count, join_list
from core.games.bridgefront import catalogue
from core.games.bridgefront.abilities import Ability
from core.games.bridgefront.card import CHAMPION, ORDER, SPELL, VICTORY, Card, Stats, basic
from core.games.bridgefront.effects.base import Effect
from core.games.bridgefront.effects.bridges import Build
from core.games.bridgefront.effects.economy import Mana
from core.games.bridgefront.effects.forces import Deploy, DeployChampion
from core.games.bridgefront.effects.movement import Move
from core.games.bridgefront.effects.notation import CONDITIONS, EFFECTS, VERBS, usage
from core.games.bridgefront.factions import CODES, FACTIONS, HOOKS, Faction, Passive
from core.games.bridgefront.options import OPTIONS
from core.games.bridgefront.ruleset import Numbers, Rules

DECKS = ("market1", "market2", "market3", "power1", "power2", "power3")
"""The shared decks by the names that rulesets use."""
SECTIONS = ("Market I", "Market II", "Market III", "Power I", "Power II", "Power III")
LEAST_CARDS = (8, 8, 8, 3, 3, 3)
"""Minimum number of cards in each shared deck."""
STARTER_CARDS = (4, 20)
"""Minimum and maximum number of starter cards of a player."""
BASICS: dict[str, Card] = {
    "build": basic("Build", 1, Build()),
    "march": basic("March", 1, Move(1)),
    "reinforce": basic("Reinforce", 1, Deploy(1), gold=1),
}
"""The printed basic actions."""

MANA, GOLD, VP, COPIES = Integer(0, 6), Integer(0, 12), Integer(1, 4), Integer(0, 4)
PRICES, INITIATIVE = Integers(0, 12, 3), Integers(1, 300, 2, is_rising=True)
STATS = {"hp": Integer(1, 20), "dice": Integer(1, 8), "hits_on": Integer(1, 6), "bounty": Integer(0, 9)}

HOOK_RANGES = {
    "capital_bonus": Integer(0, 3),
    "bounty_bonus": Integer(0, 6),
    "heals_after_battle": Integer(0, 4),
    "first_walk_bonus": Integer(0, 3),
    "center_is_capital": FLAG,
    "mine_gold": Integer(0, 4),
    "tunnels": FLAG,
    "mulligan": Integer(0, 5),
    "wider_choice": Integer(0, 3),
    "takes_from_loser": Integer(0, 6),
    "conquest_vp": Integer(0, 3),
    "hits_on": Integer(0, 5),
}
"""The hooks of passives that a ruleset may change; 0 takes a passive away, another number gives it."""

TYPES = Word((ORDER, SPELL, VICTORY, CHAMPION))


# What may be changed --------------------------------------------------------------------------------------------------


def _fields() -> dict[str, Field]:
    found = number_fields(Numbers)
    for card in (*BASICS.values(), *catalogue.CARDS):
        found |= {f"cards.{card.id}.{key}": field for key, field in _card_fields(card)}
    places = [*zip(DECKS, catalogue.DECKS), ("starter", catalogue.STARTER_CARDS)]
    for deck, cards in places:
        for number in cards:
            card = catalogue.CARDS[number]
            words = f"{card.shown_name('')} is in {_deck_words(deck)} {{new}} times, not {{old}}."
            found[f"decks.{deck}.copies.{card.id}"] = Field(COPIES, card.copies, words)
    spells = Word(tuple(card.id for card in catalogue.CARDS if card.type == SPELL))
    champions = Word(tuple(card.id for card in catalogue.CARDS if card.type == CHAMPION))
    for faction, (spell, champion) in zip(FACTIONS, catalogue.FACTION_CARDS):
        path, name = f"factions.{faction.code}", faction.name
        found[f"{path}.spell"] = Field(spells, catalogue.CARDS[spell].id, f"{name}: the spell is {{new}}, not {{old}}.")
        words = f"{name}: the Champion is {{new}}, not {{old}}."
        found[f"{path}.champion"] = Field(champions, catalogue.CARDS[champion].id, words)
        for hook, kind in HOOK_RANGES.items():
            printed = sum(int(getattr(passive, hook)) for passive in faction.passives)
            if printed or hook != "hits_on":
                words = f"{name}: {_owner(faction, hook).name} ({hook.replace('_', ' ')}) is {{new}}, not {{old}}."
                found[f"{path}.{hook}"] = Field(kind, printed, words)
    return found


def _card_fields(card: Card) -> Iterator[tuple[str, Field]]:
    name = card.screen_name or card.name
    yield "mana", Field(MANA, card.mana, f"{name} costs {{new}} mana, not {{old}}.")
    if card.type == CHAMPION:
        yield "gold", Field(PRICES, card.gold, f"{name} costs {{new}} gold, not {{old}}.")
    else:
        yield "gold", Field(GOLD, card.gold[0], f"{name} costs {{new}} gold, not {{old}}.")
    if card.id in BASICS:
        return
    yield "initiative", Field(INITIATIVE, card.initiative, f"{name} has initiative {{new}}, not {{old}}.")
    if card.type == VICTORY:
        yield "vp", Field(VP, card.vp, f"{name} is worth {{new}} VP, not {{old}}.")
    if card.stats is not None:
        texts = {"hp": "has {new} HP", "dice": "rolls {new} dice", "hits_on": "hits on 1 to {new}"}
        for key, kind in STATS.items():
            words = f"{name} {texts.get(key, 'has a bounty of {new}')}, not {{old}}."
            yield key, Field(kind, getattr(card.stats, key), words)
    else:
        yield "burn", Field(FLAG, int(card.burn), f"{name}: Burn is {{new}}, not {{old}}.")
        yield "effects", Field(EFFECTS, card.effects, lambda effects: f"{name} now does this: {_texts(effects)}")


def _texts(effects: tuple[Effect, ...]) -> str:
    return " ".join(effect.text() for effect in effects)


def _deck_words(deck: str) -> str:
    return "the starter deck" if deck == "starter" else SECTIONS[DECKS.index(deck)].replace("Market", "Archive")


def _owner(faction: Faction, hook: str) -> Passive:
    """Return a passive with this hook, of the faction itself if it has one."""
    others = (passive for other in (faction, *FACTIONS) for passive in other.passives)
    return next(passive for passive in others if getattr(passive, hook))


def _abilities() -> dict[str, Ability]:
    return {card.id: card.ability for card in catalogue.CARDS if card.type == CHAMPION and card.ability is not None}


def _additions() -> Additions[Rules]:
    new = {
        "type": NewField(TYPES, is_required=True),
        "deck": NewField(Word((*DECKS, "starter", *CODES)), is_required=True),
        "mana": NewField(MANA, is_required=True),
        "gold": NewField(PRICES, (0, 0, 0)),
        "initiative": NewField(INITIATIVE, is_required=True),
        "effects": NewField(EFFECTS, ()),
        "burn": NewField(FLAG, 0),
        "vp": NewField(VP, 0),
        "copies": NewField(Integer(1, 4), 1),
        **{key: NewField(kind, 0) for key, kind in STATS.items()},
        "ability": NewField(Word(tuple(_abilities())), ""),
    }
    names = [name for card in catalogue.CARDS for name in (card.name, card.screen_name) if name]
    taken = (*names, *(card.name for card in BASICS.values()), *(faction.name for faction in FACTIONS))
    return Additions(new, taken, _describe_new_card)


# How the rules are made -----------------------------------------------------------------------------------------------


def _build(values: Mapping[str, Any], new: Mapping[str, Mapping[str, Any]]) -> Rules:
    """Return the rules with these changed values and new cards; raise `RulesetError` if they do not fit together."""
    changed: dict[str, dict[str, dict[str, Any]]] = {"numbers": {}, "cards": {}, "decks": {}, "factions": {}}
    for path, value in values.items():
        section, name, *rest = path.split(".")
        changed[section].setdefault(name, {})[".".join(rest)] = value
    numbers = Numbers(**{name: value[""] for name, value in changed["numbers"].items()})
    copies = {key.removeprefix("copies."): n for deck in changed["decks"].values() for key, n in deck.items()}
    cards = [_changed_card(card, changed["cards"].get(card.id, {}), copies) for card in catalogue.CARDS]
    sections = list(catalogue.SECTIONS)
    decks = [list(deck) for deck in catalogue.DECKS]
    starter = list(catalogue.STARTER_CARDS)
    own = [list(pair) for pair in catalogue.FACTION_CARDS]
    index = {card.id: number for number, card in enumerate(cards)}
    for pair, code in zip(own, CODES):
        for at, key in enumerate(("spell", "champion")):
            if key in changed["factions"].get(code, {}):
                pair[at] = index[changed["factions"][code][key]]
    for name, made in new.items():
        card, deck = _new_card(name, made), made["deck"]
        if deck in DECKS:
            decks[DECKS.index(deck)].append(len(cards))
            sections.append(SECTIONS[DECKS.index(deck)])
        elif deck == "starter":
            starter.append(len(cards))
            sections.append("Starter")
        else:
            own[CODES.index(deck)][_faction_place(name, card)] = len(cards)
            sections.append(FACTIONS[CODES.index(deck)].name)
        cards.append(card)
    factions = tuple(_changed_faction(faction, changed["factions"].get(faction.code, {})) for faction in FACTIONS)
    rules = Rules(
        numbers,
        tuple(cards),
        tuple(sections),
        tuple(map(tuple, decks)),
        tuple(starter),
        tuple((spell, champion) for spell, champion in own),
        factions,
        tuple({hook: sum(getattr(p, hook) for p in faction.passives) for hook in HOOKS} for faction in factions),
        {kind: _changed_card(card, changed["cards"].get(kind, {}), {}) for kind, card in BASICS.items()},
        tuple(range(len(catalogue.CARDS), len(cards))),
    )
    if problems := list(_find_problems(rules)):
        raise RulesetError(*problems)
    return rules


def _changed_card(card: Card, values: Mapping[str, Any], copies: Mapping[str, int]) -> Card:
    new = {key: value for key, value in values.items() if key in ("mana", "initiative", "vp", "effects")}
    if "gold" in values:
        new["gold"] = values["gold"] if card.type == CHAMPION else (values["gold"],) * 3
    if "burn" in values:
        new["burn"] = bool(values["burn"])
    if card.id in copies:
        new["copies"] = copies[card.id]
    stats = {key: value for key, value in values.items() if key in STATS}
    if stats and card.stats is not None:
        new["stats"] = replace(card.stats, **stats)
    return replace(card, **new) if new else card


def _new_card(name: str, values: Mapping[str, Any]) -> Card:
    made = {key: field.default for key, field in _additions().fields.items()} | dict(values)
    is_champion = made["type"] == CHAMPION
    where = f"new_cards.{name}"
    if is_champion and (made["effects"] or not all(key in values for key in STATS)):
        raise RulesetError(Problem(where, f"a Champion has {join_list(STATS)} and no effects, but may have an ability"))
    if not is_champion and (not made["effects"] or made["ability"] or any(key in values for key in STATS)):
        raise RulesetError(Problem(where, f"{made['type']} cards have effects, and no values of Champions"))
    if (made["type"] == VICTORY) != bool(made["vp"]):
        raise RulesetError(Problem(where, "Victory cards have vp of 1 to 4, and other cards none"))
    if not is_champion and len(set(made["gold"])) > 1:
        raise RulesetError(Problem(where, "only Champions have three prices"))
    if is_champion:
        ability = _abilities()[made["ability"]] if made["ability"] else None
        made |= {"effects": (DeployChampion(ability),), "burn": 1}
        stats = Stats(**{key: made[key] for key in STATS})
    return Card(
        name,
        made["type"],
        made["mana"],
        made["gold"],
        made["initiative"],
        made["effects"],
        burn=bool(made["burn"]),
        vp=made["vp"],
        copies=made["copies"],
        stats=stats if is_champion else None,
        ability=ability if is_champion else None,
    )


def _faction_place(name: str, card: Card) -> int:
    if card.type not in (SPELL, CHAMPION) or card.copies != 1:
        raise RulesetError(Problem(f"new_cards.{name}", "a faction has one spell and one Champion"))
    return int(card.type == CHAMPION)


def _changed_faction(faction: Faction, values: Mapping[str, Any]) -> Faction:
    passives = list(faction.passives)
    for hook, value in values.items():
        if hook in HOOKS:
            at = next((i for i, passive in enumerate(passives) if getattr(passive, hook)), None)
            if at is not None:
                passives[at] = replace(passives[at], **{hook: value})
            elif value:
                given = _owner(faction, hook)
                passives.append(Passive(given.name, given.template, **{hook: value}))
    left = tuple(
        passive for passive in passives if any(getattr(passive, hook) for hook in HOOKS if hook != "wins_over")
    )
    return replace(faction, passives=left) if values else faction


def _find_problems(rules: Rules) -> Iterator[Problem]:
    """Yield the reasons why no match can be played by these rules."""
    numbers = rules.numbers
    if numbers.age_1_ends >= numbers.age_2_ends:
        yield Problem("numbers.age_2_ends", f"Age II ends after Age I, which ends with round {numbers.age_1_ends}")
    if max(numbers.hand_size, numbers.start_cards + 1) > numbers.hand_limit:
        yield Problem("numbers.hand_limit", "a hand holds at least the cards of the opening and of Reset")
    for deck, cards, least in zip(DECKS, rules.decks, LEAST_CARDS):
        size = sum(rules.cards[number].copies for number in cards if rules.cards[number].from_seats == 2)
        if size < least:
            yield Problem(f"decks.{deck}", f"it has {format_count(size, 'card')} for two players, and needs {least}")
    size = sum(rules.cards[number].copies for number in rules.starter)
    low, high = STARTER_CARDS
    if not low <= size <= high:
        yield Problem("decks.starter", f"it has {format_count(size, 'card')}, and needs {low} to {high}")


# In words -------------------------------------------------------------------------------------------------------------


def _describe_new_card(rules: Rules, name: str) -> str:
    """Return a sentence about a new card."""
    number = next(i for i in rules.new if rules.cards[i].name == name)
    card = rules.cards[number]
    where = rules.sections[number].replace("Market", "Archive")
    price = f"{card.mana} mana" + (f", {'/'.join(map(str, dict.fromkeys(card.gold)))} gold" if any(card.gold) else "")
    low, high = card.initiative
    stats = card.stats
    numbers = f" {stats.hp} HP, {stats.dice} dice, hits on 1-{stats.hits_on}, bounty {stats.bounty}." if stats else ""
    copies = f", {card.copies} copies" if card.copies > 1 else ""
    burn = ", Burn" if card.burn and stats is None else ""
    kind = f"{capitalise(card.type)}, {where}{copies}, {price}, initiative {low}-{high}{burn}"
    return f"New card: {name} ({kind}).{numbers} {card.text()}"


class RulesetDescription:
    """The description of the rules of a match, for a designer and for a guest."""

    def warnings(self, rules: Rules) -> list[str]:
        """Return sentences about the decks, and about cards that nobody can play or that pay for themselves."""
        said = []
        for name, cards in zip(SECTIONS, rules.decks):
            faces = [rules.cards[number] for number in cards for _ in range(rules.cards[number].copies)]
            victory = sum(card.vp > 0 for card in faces)
            share = 100 * victory // len(faces)
            deck = name.replace("Market", "Archive")
            said.append(f"{deck}: {format_count(len(faces), 'card')}, {victory} of them Victory cards ({share} %).")
        starter = sum(rules.cards[number].copies for number in rules.starter)
        said.append(f"Starter deck: {format_count(starter, 'card')}, the faction's spell and Champion.")
        dear = [c.name for c in rules.cards if c.copies and c.mana > 5]
        if dear:
            said.append(f"Nobody can pay for {join_list(dear)} with the usual 5 mana.")
        rich = [
            c.name
            for c in rules.cards
            if sum(e.amount for e in c.effects if isinstance(e, Mana)) > c.mana and not c.burn
        ]
        if rich:
            said.append(f"{join_list(rich)} gives more mana than it costs and is not burnt.")
        return said

    def notes(self) -> list[str]:
        """Return lines that explain how effects are written."""
        return [
            "Effects are a list of texts; [] means that a word may be left out, | that one of the words is chosen:",
            *(f"    {usage(verb)}" for verb in VERBS),
            "    if CONDITION then EFFECT and EFFECT else EFFECT; the conditions are:",
            f"        {', '.join(CONDITIONS)}",
            "    pick EFFECT or EFFECT",
            "    roll 1-5 then EFFECT else EFFECT",
        ]

    def fixed_rules(self) -> list[str]:
        """Return sentences about what is code and cannot be changed by a ruleset."""
        return [
            "Abilities of Champions are as printed; a new Champion may have the ability of a printed one.",
            "The shape of the board, the number of Mines and Forges, and the number of starting Bridges are fixed.",
            "A Mine is worth 7 at most, and cards that Forge Miracle has changed cost 1 mana.",
        ]


RULESETS: Rulesets[Rules] = Rulesets(OPTIONS, _fields, _build, RulesetDescription(), _additions)
