"""Tables of the components: the cards of the four decks, and the meaning of each copy (rules part 2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

RESOURCE, MINISTRY, MILESTONE, CHALLENGE = range(4)
"""Numbers of the four decks."""
DECK_NAMES = ("Resource", "Ministry", "Milestone", "Challenge")

# Resources (2.1) ------------------------------------------------------------------------------------------------------

FUNDS, VOTES, EXPERTISE, WORKS, TRUST, GOODWILL = range(6)
RESOURCES = ("Funds", "Votes", "Expertise", "Works", "Trust", "Goodwill")
LETTERS = "FVEWTG"
RESOURCE_CODES = tuple(f"R{letter}" for letter in LETTERS)
RESOURCE_COPIES = (11, 11, 11, 11, 11, 5)

Cost = tuple[int, ...]
"""The Resource of each place of a cost; Goodwill in an Assist fills any place."""


def cost_of(letters: str) -> Cost:
    """Return a cost from its printed form.

    >>> cost_of("F F V")
    (0, 0, 1)
    """
    return tuple(LETTERS.index(letter) for letter in letters.split())


# Ministries (2.2) -----------------------------------------------------------------------------------------------------


class Ministry(NamedTuple):
    """A Ministry card.

    `assist` lists the places that it fills. `stands` is True if it is placed in front of the team.
    """

    code: str
    name: str
    assist: Cost
    stands: bool = False


FINANCE, INTERIOR, SCIENCE, PUBLIC_WORKS, INFORMATION, FOREIGN, JUSTICE, DEFENCE, HEALTH, OFFICE = range(10)
MINISTRY_CARDS = (
    Ministry("MN01", "Finance", cost_of("F F")),
    Ministry("MN02", "Interior", cost_of("V V")),
    Ministry("MN03", "Science", cost_of("E E")),
    Ministry("MN04", "Public Works", cost_of("W W")),
    Ministry("MN05", "Information", cost_of("T T")),
    Ministry("MN06", "Foreign Affairs", cost_of("G")),
    Ministry("MN07", "Justice", cost_of("G")),
    Ministry("MN08", "Defence", cost_of("G"), stands=True),
    Ministry("MN09", "Health", cost_of("G"), stands=True),
    Ministry("MN10", "Cabinet Office", cost_of("G")),
)
MINISTRY_COPIES = 3

# Milestones (2.3) -----------------------------------------------------------------------------------------------------

NO_CALM = -1


class Milestone(NamedTuple):
    """A Milestone card; `calm` is the maximum number of Challenges in play that allows it, or `NO_CALM`."""

    code: str
    name: str
    points: int
    cost: Cost
    calm: int


def _parse_milestones(rows: str) -> Iterator[Milestone]:
    """Yield one Milestone per line: points, calm or "-", cost, name."""
    for number, row in enumerate(rows.strip().splitlines(), 1):
        points, calm, cost, name = (part.strip() for part in row.split("|"))
        yield Milestone(f"MS{number:02}", name, int(points), cost_of(cost), NO_CALM if calm == "-" else int(calm))


MILESTONE_CARDS = tuple(
    _parse_milestones("""
        1 | - | F F V           | Balanced Ledger
        1 | - | E T T           | Open Archives
        1 | - | F W W           | Night Trains
        1 | - | E W T           | Village Clinics
        2 | - | F W W E         | Harbour Dredging
        2 | - | V V F T         | Fair Rents Act
        2 | - | E E V W         | Schools Reborn
        2 | - | E W W T         | Clean Rivers
        2 | - | V V T T         | Broad Franchise
        2 | - | F F W T         | Grain Reserve
        2 | - | V E T T         | Free Press Charter
        3 | 1 | F F W W E       | Rural Power Grid
        3 | 1 | F F F V T       | Universal Pension
        3 | 1 | V V V T E       | Grand Coalition
        3 | 1 | E E E F W       | Science City
        3 | 1 | T T T V E       | Peace with the Neighbours
        3 | 1 | W W W F V       | Capital Metro
        3 | 1 | V V E E T       | Reform of the Courts
        4 | 1 | F F E E W T T   | Health for All
        4 | 1 | V V V T T E E   | New Constitution
        4 | 1 | W W W F F E T   | Sea Walls
        4 | 1 | F F F F V V T   | Debt Cancelled
        5 | 1 | F F V V E E T T | Continental Union
        5 | 1 | E E E W W F F V | Mission to the Moon
    """)
)

# Challenges (2.4) -----------------------------------------------------------------------------------------------------

TEAM, ACTIVE, MOST = "Team", "Active", "Most"
"""The seats that pay the penalty of a Challenge: the team, the active player, or the player with the most cards."""
NONE, FLEETING, DRAW_LESS, SMALL_HANDS, DEAR_UPKEEP, NO_ASSIST, NO_MINISTRY, DEAR_MILESTONES, SPREADING, FAST_CLOCK = (
    "none", "fleeting", "draws", "hands", "upkeep", "assists", "ministries", "milestones", "spreads", "time",
)  # fmt: skip
LASTING = (
    *(NONE, FLEETING, DRAW_LESS, SMALL_HANDS, DEAR_UPKEEP),
    *(NO_ASSIST, NO_MINISTRY, DEAR_MILESTONES, SPREADING, FAST_CLOCK),
)
"""Lasting effects of Challenges, in addition to the card that each costs at Upkeep (2.5).

A `FLEETING` Challenge does not stay in play: once its penalty is taken, it is gone.
"""


class Challenge(NamedTuple):
    """A Challenge card: its cost, the penalty in cards if it is not paid at once, and its effect while in play."""

    code: str
    name: str
    cost: Cost
    penalty: int
    who: str
    lasting: str


def _challenges(rows: str) -> Iterator[Challenge]:
    """Yield one Challenge per line: cost, penalty, who, lasting effect, name."""
    for number, row in enumerate(rows.strip().splitlines(), 1):
        cost, penalty, who, lasting, name = (part.strip() for part in row.split("|"))
        yield Challenge(f"CH{number:02}", name, cost_of(cost), int(penalty), who, lasting)


CHALLENGE_CARDS = tuple(
    _challenges("""
        F F     | 1 | Team   | milestones | Embargo
        F V     | 2 | Active | fleeting   | Petty Graft
        F F     | 1 | Most   | draws      | Empty Coffers
        V W     | 1 | Team   | draws      | Wildcat Strike
        V E     | 1 | Active | hands      | Picket Lines
        V V     | 1 | Most   | assists    | Rebel Backbench
        E F     | 1 | Team   | upkeep     | Crop Blight
        E T     | 2 | Active | fleeting   | Missing Files
        E V     | 1 | Most   | ministries | Failed Trial
        W W     | 2 | Team   | hands      | Rail Disaster
        W E     | 1 | Active | upkeep     | Cracked Dam
        W F     | 2 | Most   | fleeting   | Burst Mains
        T T     | 1 | Team   | spreads    | Leaked Memo
        T V     | 1 | Active | assists    | Hostile Press
        T E     | 2 | Most   | fleeting   | Palace Gossip
        F W     | 2 | Team   | spreads    | Bread Riots
        V T     | 2 | Team   | time       | Border Incident
        E W W   | 2 | Team   | draws      | Blackout
        E T T   | 1 | Team   | ministries | Spy Ring
        F F V   | 2 | Team   | milestones | Port Blockade
        F F E   | 3 | Team   | upkeep     | Run on the Banks
        V V W   | 2 | Team   | milestones | General Strike
        W W T   | 4 | Team   | fleeting   | Earthquake
        T T V   | 2 | Team   | time       | Vote of No Confidence
    """)
)

# Copies ---------------------------------------------------------------------------------------------------------------

_FACES: tuple[int, ...] = (
    *(kind for kind, copies in enumerate(RESOURCE_COPIES) for _ in range(copies)),
    *(kind for kind in range(len(MINISTRY_CARDS)) for _ in range(MINISTRY_COPIES)),
    *range(len(MILESTONE_CARDS)),
    *range(len(CHALLENGE_CARDS)),
)
_DECK_SIZES = (sum(RESOURCE_COPIES), MINISTRY_COPIES * len(MINISTRY_CARDS), len(MILESTONE_CARDS), len(CHALLENGE_CARDS))
_LAST_COPY_OF_DECK = tuple(sum(_DECK_SIZES[: deck + 1]) for deck in range(len(_DECK_SIZES)))
_DECK_OF_COPY = tuple(deck for deck, size in enumerate(_DECK_SIZES) for _ in range(size))
_CARD_NAMES_BY_DECK = (
    RESOURCES,
    tuple(card.name for card in MINISTRY_CARDS),
    tuple(card.name for card in MILESTONE_CARDS),
    tuple(card.name for card in CHALLENGE_CARDS),
)
COPIES = range(1, _LAST_COPY_OF_DECK[-1] + 1)
"""Numbers of all printed cards: Resources, then Ministries, Milestones and Challenges."""
MAX_COPIES = (25, 6, 2, 2)
"""Maximum number of copies of a card of each deck, whatever a ruleset says."""
_PRINTED_COPIES = (
    RESOURCE_COPIES,
    (MINISTRY_COPIES,) * len(MINISTRY_CARDS),
    (1,) * len(MILESTONE_CARDS),
    (1,) * len(CHALLENGE_CARDS),
)
_FURTHER = tuple(
    (deck, kind)
    for deck, printed in enumerate(_PRINTED_COPIES)
    for kind, copies in enumerate(printed)
    for _ in range(MAX_COPIES[deck] - copies)
)
"""Deck and card of each copy that a ruleset may add; they are numbered after all printed ones."""
_FACES += tuple(kind for _, kind in _FURTHER)
_DECK_OF_COPY += tuple(deck for deck, _ in _FURTHER)


def deck_copies(number: int) -> range:
    """Return the printed copies of a deck."""
    return range(_LAST_COPY_OF_DECK[number] - _DECK_SIZES[number] + 1, _LAST_COPY_OF_DECK[number] + 1)


def all_copies(number: int) -> tuple[int, ...]:
    """Return all copies that a deck may have, the printed ones first."""
    further = range(COPIES[-1] + 1, len(_FACES) + 1)
    return (*deck_copies(number), *(copy for copy in further if deck_of(copy) == number))


def deck_of(copy: int) -> int:
    """Return the number of the deck that a copy belongs to."""
    return _DECK_OF_COPY[copy - 1]


def kind_of(copy: int) -> int:
    """Return the index of a copy's card in its deck."""
    return _FACES[copy - 1]


def number_of(copy: int) -> int:
    """Return the index of a copy's card among all cards.

    Resources come first, then Ministries, Milestones and Challenges.
    """
    return sum(map(len, _CARD_NAMES_BY_DECK[: deck_of(copy)])) + kind_of(copy)


def is_resource(copy: int) -> bool:
    """Return True if the copy is a Resource card."""
    return _DECK_OF_COPY[copy - 1] == RESOURCE


def is_ministry(copy: int, which: int | None = None) -> bool:
    """Return True if the copy is a Ministry card, or a card of the ministry `which` if one is given."""
    return deck_of(copy) == MINISTRY and which in (None, kind_of(copy))


def name_of(copy: int) -> str:
    """Return the title printed on a copy."""
    return _CARD_NAMES_BY_DECK[deck_of(copy)][kind_of(copy)]


def group_by_face(copies: Iterable[int]) -> dict[tuple[int, int], list[int]]:
    """Return the copies in ascending order, grouped by printed card (deck, kind)."""
    result: dict[tuple[int, int], list[int]] = {}
    for copy in sorted(copies):
        result.setdefault((deck_of(copy), kind_of(copy)), []).append(copy)
    return result


def card_choices(copies: Iterable[int], count: int) -> Iterator[tuple[int, ...]]:
    """Yield every choice of `count` of the copies, but only one of several choices with equal cards."""
    groups = list(group_by_face(copies).values())

    def chosen(at: int, left: int) -> Iterator[tuple[int, ...]]:
        if not left:
            yield ()
        elif at < len(groups) and left <= sum(map(len, groups[at:])):
            for taken in range(min(left, len(groups[at])), -1, -1):
                yield from ((*groups[at][:taken], *rest) for rest in chosen(at + 1, left - taken))

    return chosen(0, count)


# Amounts --------------------------------------------------------------------------------------------------------------

LEVELS = ("calm", "normal", "storm")
TARGETS = {2: (10, 12, 14), 3: (19, 21, 23), 4: (23, 25, 27), 5: (19, 21, 23)}
"""Printed number of points to reach, by the number of players and the level (part 1)."""
CHALLENGE_LIMITS = {2: 2, 3: 2, 4: 2, 5: 3}
"""Printed number of Challenges in play at which no more are flipped, by the number of players."""
REMOVED_CHALLENGES = {2: 0, 3: 0, 4: 0, 5: 5}
"""Printed number of Challenges removed unseen in setup, by number of players."""
