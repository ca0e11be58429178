"""What the table of Midnight calls its things, and what it says of each when asked."""

from __future__ import annotations

from client.kit.richtext import escape
from client.table.names import Names
from core.midnight import cards
from core.midnight.cards import CARDS, DIAL_NAMES, DIALS, NATIONS, WINNING_WORTH, kind
from core.midnight.escalations import ESCALATIONS
from core.midnight.state import Midnight
from core.midnight.telling.catalogue import LONG, MARKS
from core.midnight.turn import hand_limit

CARD_ICONS = ("cannon", "shield", "builder", "upgrade", "intelligence", "jam", "siren", "large cannon")
"""By kind of card."""
DIAL_ICONS = ("might", "protection", "influence", "research")
SHORT = (
    "Attacks with your Might.",
    "Defends with your Protection.",
    f"Border: {cards.BUILD_WORTH} Worth. Discard: your Research in Worth.",
    "Capital. As many as nations: all resolve, a step each.",
    "Border: cancels a card. Discard: look at a border.",
    "Cancels one enemy Cannon.",
    "Capital. One in each: the clock ticks.",
    "Attacks with twice your Might.",
)
"""What a card does in a few words, by kind."""
PACT_SHORT = "Lies on a border. Green cards there give Worth, red ones break it."
"""What a Pact does in a few words."""
MARK_TIPS = {"red": f"{{bad}}{MARKS['red']}{{/}}", "green": f"{{good}}{MARKS['green']}{{/}}"}
"""What a card does to a Pact, by its mark."""
DIAL_TIPS = (
    "attack of a Cannon",
    "defence of a Shield",
    "draws and actions",
    "Worth of Builds, sets",
)


def card_name(copy: int) -> str:
    """The name of a card; "a card" where its face is not known."""
    return CARDS[kind(copy)].name if copy else "a card"


def card_tip(copy: int) -> str:
    """What a card does, as rich text."""
    mark = MARK_TIPS.get(CARDS[kind(copy)].mark, "")
    return f"*{card_name(copy)}*\n{LONG[kind(copy)]}" + (f"\n{mark}" if mark else "")


def offers_to(state: Midnight, seat: int, names: Names) -> list[str]:
    """The Pacts that others offer a seat, each as rich text."""
    told = []
    for other in state.seats:
        for to, owner in state.offers[other] if other != seat else ():
            if to == seat:
                whose = "your" if owner == seat else "their"
                told.append(f":pact: {names.coloured(other)} offers you a Pact, on {whose} card.")
    return told


def nation_name(state: Midnight, seat: int) -> str:
    """The nation of a seat, "" before it has one."""
    nation = state.nation[seat]
    return NATIONS[nation] if nation >= 0 else ""


def clock_words(state: Midnight) -> str:
    """How late it is."""
    if not state.clock:
        return "Midnight"
    return f"{state.clock} minute{'s' if state.clock > 1 else ''} to midnight"


def clock_tip(state: Midnight) -> str:
    """What the next tick brings."""
    if not state.clock:
        return "*Midnight*\nThe last actions, the last war. Then the greatest Worth wins."
    loss, steps = cards.SUNSET_LOSS[state.clock], cards.SUNSET_STEPS[state.clock]
    after = "then the last war comes" if state.clock == 1 else "then a global conflict, and sunrise"
    lines = [
        f"*{clock_words(state)}*",
        f"At the next tick every nation not in Ruin loses {loss} Worth and upgrades {steps}, {after}.",
        "The clock ticks by the red die, by a deck that cannot supply a draw, or by a Siren in each Capital.",
    ]
    lines += [f"*{escape(ESCALATIONS[e].name)}*: {escape(ESCALATIONS[e].text)}" for e in state.escalations]
    return "\n".join(lines)


def nation_tip(state: Midnight, seat: int, names: Names) -> str:
    """Everything that is public of a nation."""
    piles = state.piles
    lines = [f"*{names.coloured(seat)}* {{muted}}· {escape(nation_name(state, seat))}{{/}}"]
    if state.eliminated[seat]:
        return f"{lines[0]}\nEliminated."
    lines.append(f":worth: {state.worth[seat]} Worth {{muted}}({WINNING_WORTH} before midnight win){{/}}")
    for dial, name in enumerate(DIAL_NAMES):
        steps = " ".join(
            f"*{value}*" if value == state.value(seat, dial) else f"{{muted}}{value}{{/}}" for value in DIALS[dial]
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
        lines.append("{bad}In Ruin{/}: no dice, no attack, nothing laid. Pairs give 2 Worth; back at 6 Worth.")
    for a, b, owner in state.pacts:
        if seat in (a, b):
            lines.append(
                f":pact: Pact with {names.coloured(b if seat == a else a, inside=True)}, on {card_of(names, owner)}"
            )
    for to, owner in state.offers[seat]:
        whose = "its own" if owner == seat else "their"
        lines.append(f":envelope: offers {names.coloured(to, inside=True)} a Pact, on {whose} card")
    if state.pact_card[seat]:
        lines.append(":pact: has its own Pact card")
    return "\n".join(lines)


def card_of(names: Names, owner: int) -> str:
    """Whose Pact card it is, as rich text."""
    return "your card" if owner == names.own else f"the card of {names.coloured(owner)}"
