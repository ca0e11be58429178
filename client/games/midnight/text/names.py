"""Names of the things on Midnight's table, and their tooltips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from client.table.seats.names import Names
from client.table.view_model import ViewModel
from client.ui.richtext import escape
from core.engine.game import Event
from core.engine.text.words import format_count
from core.games.midnight import cards
from core.games.midnight import events as e
from core.games.midnight.cards import CARDS, DIAL_NAMES, NATION_NAMES, kind_of
from core.games.midnight.changes import RULESETS
from core.games.midnight.escalations import HAIR_TRIGGERS, HARDENED_SILOS, WAR_BONDS
from core.games.midnight.pacts import pact_between
from core.games.midnight.ruleset import Rules
from core.games.midnight.state import Midnight
from core.games.midnight.text.catalogue import MARKS, MIGHT_WORDS, card_effect
from core.games.midnight.totals import tick_loss
from core.games.midnight.turn import hand_limit
from core.games.midnight.worth import recovery_worth

CARD_ICONS = ("cannon", "shield", "builder", "upgrade", "intelligence", "jam", "siren", "large cannon")
"""Icon of each kind of card, in the order of the kinds."""
DIAL_ICONS = ("might", "protection", "influence", "research")
SHORT_EFFECTS = (
    "Attacks with {might}.",
    "Defends with your Protection.",
    "Border: {build} Worth. Discard: Worth equal to Research.",
    "Capital. As many as nations: each gives a step.",
    "Border: stops a card. Discard: look at a border, draw 1.",
    "Takes out one enemy Cannon.",
    "When one lies in each Capital, the clock ticks.",
    "Attacks with {might}.",
)
"""Short text on the effect of each kind of card, with the numbers left out."""
PACT_SHORT = "Lies on a border. Green cards there give Worth, red ones break it."
"""Short text on the effect of a Pact."""
MARK_TIPS = {"red": f"{{bad}}{MARKS['red']}{{/}}", "green": f"{{good}}{MARKS['green']}{{/}}"}
"""Effect of a card on a Pact, by its mark."""
NATION_WORDS = (
    "A highland republic of foundries. It votes slowly, arms early and keeps its word in winter.",
    "Three ports under one flag. It lives by trade and would rather buy a border than hold it.",
    "Young, proud, of the plains. It builds in daylight and shows its parades on every screen.",
    "Fog, oil and old admirals. Nobody knows its stockpile, its own ministers least of all.",
    "Monasteries above the clouds, laboratories below. It waits longer than anybody else.",
)
"""Descriptions of the nations, for atmosphere only; all five nations play the same."""
HOME_WORDS = {
    "capital": "Upgrades and Sirens wait here, face up. Upgrades resolve once all Capitals together hold one for "
    "each nation. The clock ticks once there is a Siren in each.",
    "store": "One action puts a card away. Your stockpile is your only hand at Midnight.",
    "discard": "Discard a Build, an Intelligence or a set of three for its effect. At sunrise your discards go back "
    "into your deck.",
    "set": "Three Cannons or three Shields: Worth equal to your Research.",
}
"""Purposes of the places of the home row."""
DIAL_TIPS = (
    "attack of a Cannon",
    "defence of a Shield",
    "draws and actions",
    "Worth of Builds, sets",
)


TICK_REASONS = {"die": "The red die: ", "deck": "A deck has run out: ", "sirens": "A Siren sounds in every Capital: "}
"""Words for the reason of a tick of the clock, by the reason's code."""


def short_effect(rules: Rules, what: int) -> str:
    """Return a short text on the effect of a kind of card."""
    attack = rules.cards[what].attack
    might = MIGHT_WORDS.get(attack, f"{attack} times your Might")
    return SHORT_EFFECTS[what].format(might=might, build=rules.numbers.build_worth)


def current_effect_text(state: Midnight, seat: int, what: int) -> str:
    """Return the current effect of a card of this kind in the hand of a seat."""
    if what in (cards.CANNON, cards.LARGE_CANNON):
        times = state.rules.cards[what].attack
        return f"Attack {times * state.dial_value(seat, cards.MIGHT) + state.amount(HAIR_TRIGGERS)} in a dispute."
    if what == cards.SHIELD:
        return f"Defence {state.dial_value(seat, cards.PROTECTION) + state.amount(HARDENED_SILOS)} in a dispute."
    if what == cards.BUILD:
        more = state.amount(WAR_BONDS)
        worth = state.dial_value(seat, cards.RESEARCH) + more
        return f"Border: +{state.rules.numbers.build_worth + more} Worth when it fights. Discard: +{worth} now."
    if what == cards.UPGRADE:
        return f"When {len(state.living_seats())} lie in Capitals, each gives its owner a step."
    return short_effect(state.rules, what)


def card_name(copy: int) -> str:
    """Return the name of a card, or "a card" if its face is not known."""
    return CARDS[kind_of(copy)].name if copy else "a card"


def card_tip(copy: int, rules: Rules = RULESETS.printed) -> str:
    """Return the effect of a card, as rich text."""
    mark = MARK_TIPS.get(rules.card(copy).mark, "")
    return f"*{card_name(copy)}*\n{card_effect(rules, kind_of(copy))}" + (f"\n{mark}" if mark else "")


def offers_to(state: Midnight, seat: int, names: Names) -> list[str]:
    """Return the Pacts that other seats offer to a seat, each as rich text."""
    told = []
    for other in state.seats:
        for to, owner in state.offers[other] if other != seat else ():
            if to == seat:
                whose = "your" if owner == seat else "their"
                told.append(f":pact: {names.coloured_name(other)} offers you a Pact, on {whose} card.")
    return told


def fight_words(names: Names, event: Event, rules: Rules = RULESETS.printed) -> str:
    """Return the text that an event shows across the animated dispute, or "" if it shows none."""
    match event:
        case e.PactBroken():
            return f"The Pact is broken: green cards are lost, both have +{rules.numbers.breach_might} Might"
        case e.WorthGained(seat, amount, why):
            return f"{names.plain_name(seat)}: +{amount} Worth {'by the Pact' if why == 'pact' else ''}"
        case e.Attacked():
            lost = f"{event.damage} damage" if event.damage else "no damage"
            return f"{names.plain_name(event.attacker)}: attack {event.attack} against {event.defence}, {lost}"
    return ""


def offer_words(state: Midnight, seat: int, names: Names, offer: tuple[int, int]) -> str:
    """Return the words for a Pact that a seat may offer.

    `offer` is (receiving seat, owner of the card).
    """
    to, owner = offer
    also = " (offers you the same)" if (seat, owner) in state.offers[to] else ""
    return f"{names.plain_name(to)}, on {'your' if owner == seat else 'their'} card{also}"


def tray_tip(model: ViewModel, seat: int, other: int, entries: tuple[int, ...]) -> str:
    """Return the cards that a nation has on its border with another nation, as rich text."""
    names, many = model.names, len(entries)
    what = f"{many} card{'s' if many > 1 else ''}" if many else "no cards"
    has = "have" if seat == names.own else "has"
    lines = [f"*{names.coloured_name(seat)} {has} {what} facing {names.coloured_name(other, inside=True)}*"]
    copies = model.faces(seat, entries)
    rules = model.table_of(Midnight).rules if model.state is not None else RULESETS.printed
    lines += [card_tip(copy, rules) for copy in dict.fromkeys(copies) if copy]
    if copies.count(0):
        lines.append(f"{{muted}}{copies.count(0)} face down{{/}}")
    found = pact_between(model.table_of(Midnight), seat, other) if model.state is not None else None
    if found is not None:
        lines.append(f":pact: A Pact lies here, on {card_of(names, found[2])}.")
    return "\n".join(lines)


def nation_words(state: Midnight, seat: int, names: Names) -> str:
    """Return the state of a nation in one line, for screen readers."""
    dials = " ".join(str(state.dial_value(seat, dial)) for dial in range(4))
    worth = f"{state.worth[seat]} of {state.rules.numbers.winning_worth} Worth"
    return f"{names.plain_name(seat)}, {nation_name(state, seat)}, {worth}, dials {dials}"


def loss_words(state: Midnight, names: Names, before: Sequence[int], lost: Mapping[int, int]) -> str:
    """Return the losses of a sunset in one line."""
    told = (f"{names.plain_name(seat)} {before[seat]} to {before[seat] - less}" for seat, less in lost.items())
    return f"{clock_words(state)}; {', '.join(told)}"


def nation_name(state: Midnight, seat: int) -> str:
    """Return the name of a seat's nation, or "" before the seat has one."""
    nation = state.nation[seat]
    return NATION_NAMES[nation] if nation >= 0 else ""


def clock_words(state: Midnight) -> str:
    """Return the time on the clock in words."""
    if not state.clock:
        return "Midnight"
    return f"{state.clock} minute{'s' if state.clock > 1 else ''} to midnight"


def clock_tip(state: Midnight) -> str:
    """Return a tooltip about the consequences of the next tick."""
    if not state.clock:
        return "*Midnight*\nThe last actions, the last war. Then the greatest Worth wins."
    lost, steps = tick_loss(state, state.clock), state.rules.sunset_steps[state.clock]
    after = "then the last war comes" if state.clock == 1 else "then every border fights, and the sun rises"
    lines = [
        f"*{clock_words(state)}*",
        f"At the next tick every nation not in Ruin loses {lost} Worth and gains "
        f"{format_count(steps, 'upgrade')}, {after}.",
        "The clock ticks when the red die shows it, when a deck cannot supply a draw, or when every Capital has a "
        "Siren.",
    ]
    laws = map(state.rules.escalations.__getitem__, state.escalations)
    lines += [f"*{escape(law.name)}*: {escape(law.text)}" for law in laws]
    return "\n".join(lines)


def nation_tip(state: Midnight, seat: int, names: Names) -> str:
    """Return a tooltip with all public facts about a nation."""
    piles = state.piles
    lines = [f"*{names.coloured_name(seat)}* {{muted}}· {escape(nation_name(state, seat))}{{/}}"]
    if state.eliminated[seat]:
        return f"{lines[0]}\nEliminated."
    lines.append(
        f":worth: {state.worth[seat]} Worth {{muted}}({state.rules.numbers.winning_worth} before Midnight wins){{/}}"
    )
    for dial, name in enumerate(DIAL_NAMES):
        steps = " ".join(
            f"*{value}*" if value == state.dial_value(seat, dial) else f"{{muted}}{value}{{/}}"
            for value in state.rules.dials[dial]
        )
        lines.append(f":{DIAL_ICONS[dial]}: {name} {steps} {{muted}}{DIAL_TIPS[dial]}{{/}}")
    hand, deck, discard = piles.hand_size(seat), piles.size(seat), len(piles.discard[seat])
    lines.append(
        f":hand: {hand} in hand {{muted}}(limit {hand_limit(state)}){{/}}, {deck} in the deck, {discard} discarded"
    )
    lines.append(f":stockpile: {len(state.stock[seat])} in the stockpile, for Midnight")
    lines.append(
        ":capital: " + (escape(", ".join(card_name(c) for c in state.capital[seat])) or "nothing in the Capital")
    )
    if state.ruined[seat]:
        pair = state.rules.numbers.pair_worth
        pairs = f"Pairs give {pair} Worth; back at {recovery_worth(state)} Worth."
        lines.append(f"{{bad}}In Ruin{{/}}: no dice, no attacks, no cards laid. {pairs}")
    for a, b, owner in state.pacts:
        if seat in (a, b):
            lines.append(
                f":pact: Pact with {names.coloured_name(b if seat == a else a, inside=True)}, on "
                f"{card_of(names, owner)}"
            )
    for to, owner in state.offers[seat]:
        lines.append(f":envelope: Pact offered to {names.coloured_name(to, inside=True)}, on {card_of(names, owner)}")
    if state.pact_card[seat]:
        lines.append(":pact: Pact card not yet laid")
    return "\n".join(lines)


def card_of(names: Names, owner: int) -> str:
    """Return words for the owner of a Pact card, as rich text."""
    return "your card" if owner == names.own else f"{names.coloured_name(owner)}'s card"
