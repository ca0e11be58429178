"""What a battle comes to, counted exactly: every roll of the dice and every target of a hit with its weight.

A battle is a chain of combat rounds. The units that stand, what is left of their HP and the few things that last within
a battle (a Bodyguard that has been used, hits still to be aimed) are a *position*; it never comes back once it has
changed, so one pass from the full position downwards gives the weight of every end. Combat rounds in which nothing
happens are left out by dividing: they only put off the rest. What the dice are and where a hit may land is asked of
`Battle` and `Volley`, the same that fight the battle. With Gold Plated Armor, where gold and all that brings it counts
too, each combat round is fought by the engine itself in every way that it can fall.

The technical stop after 100 combat rounds (C15) is left out. Small battles are counted in fractions. Large ones are
counted in whole numbers of 2^-96, and what weighs next to nothing (`LIGHT`) is not followed; `left_out` says how
much that is, so the time is bounded whatever stands there.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator, Iterable
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from core.bridgefront.battle import Battle
from core.bridgefront.catalogue import CARDS
from core.bridgefront.deaths import Stolen, ability_of
from core.bridgefront.rules import Step
from core.bridgefront.state import Bridgefront, Champion, Mark
from core.bridgefront.volley import NO_ORDER, Side, Volley
from core.kernel.ways import Picks, TooManyWays, every_way

IN_FRACTIONS = 2_000
"""Battles of at most about so many changes of position are counted in fractions."""
BITS = 96
ONE = 1 << BITS
LIGHT = ONE >> 21
"""A change of position that weighs less is not followed in a large battle."""
MOST_WORK = 400_000
"""So many changes of position are followed at most: about a second."""
BREATH = 5_000
"""After about so many changes `counting` lets its caller do something else."""


class Units(NamedTuple):
    """One side at some moment: Forces, HP left of its Champions by arrival, Bodyguards used, hits still to be aimed."""

    forces: int
    hp: tuple[int, ...]
    used: tuple[int, ...] = ()
    chosen: int = 0

    @property
    def beaten(self) -> bool:
        """Whether nobody is left."""
        return not self.forces and not any(self.hp)


class Position(NamedTuple):
    """Both sides before a combat round; `first` in the first one. `purse` only where gold counts: see `_Plated`."""

    first: bool
    attacking: Units
    defending: Units
    purse: tuple[Any, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.attacking.beaten or self.defending.beaten


class Left(NamedTuple):
    """What is left of a side when the battle ends: its Forces, and (copy, HP) of its Champions."""

    forces: int
    champions: tuple[tuple[int, int], ...]

    @property
    def units(self) -> int:
        """How many units."""
        return self.forces + len(self.champions)


class Odds(NamedTuple):
    """The distribution of a battle's ends. Attacker and defender are seats, `before` what they start with."""

    hex: int
    attacker: int
    defender: int
    siege: bool
    before: tuple[Left, Left]
    ends: dict[tuple[Left, Left], Fraction]
    left_out: Fraction
    """The weight of what was not followed; 0 but for large battles."""

    def wins(self, seat: int) -> Fraction:
        """The chance that the seat's side alone has units left."""
        mine = 0 if seat == self.attacker else 1
        ends = self.ends.items()
        return sum((p for end, p in ends if end[mine].units and not end[1 - mine].units), Fraction())

    def nobody(self) -> Fraction:
        """The chance that no unit is left (C4)."""
        return sum((p for end, p in self.ends.items() if not end[0].units and not end[1].units), Fraction())

    def losses(self, seat: int) -> dict[int, Fraction]:
        """How many units the seat loses, ascending, with the chance of each number."""
        mine = 0 if seat == self.attacker else 1
        found: dict[int, Fraction] = {}
        for end, p in self.ends.items():
            lost = self.before[mine].units - end[mine].units
            found[lost] = found.get(lost, Fraction()) + p
        return dict(sorted(found.items()))

    def expected(self, seat: int) -> Fraction:
        """How many units the seat loses on average."""
        counted = 1 - self.left_out
        lost = sum((n * p for n, p in self.losses(seat).items()), Fraction())
        return Fraction(lost, counted) if counted else Fraction()

    def falls(self, copy: int) -> Fraction:
        """The chance that a Champion dies."""
        return sum((p for end, p in self.ends.items() if all(copy != c for left in end for c, _ in left.champions)),
                   Fraction())  # fmt: skip


T = TypeVar("T")
Counting = Generator[None, None, T]
"""Counts, and stops to breathe now and then."""


def battle_odds(state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool = False) -> Odds:
    """The battle of the two seats in a hex as it would begin in this state. The state is left as it is.

    Chosen hits follow the target order that stands (with option hit_control = prompt too, where one would be asked).
    """
    return finish(counting(state, hex_, attacker, defender, siege))


def finish(work: Counting[T]) -> T:
    """Counts to the end without a stop."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


def counting(state: Bridgefront, hex_: int, attacker: int, defender: int, siege: bool = False) -> Counting[Odds]:
    """As `battle_odds`, in pieces of a few milliseconds."""
    before: list[tuple[Left, Left]] = []
    begun: dict[Position, Battle] = {}

    def begin(picks: Picks) -> Position:
        battle = _battle(state.clone(), picks, hex_, attacker, defender, siege)
        battle.look()
        before.append((_all(battle.attacking), _all(battle.defending)))
        battle.prepare()
        position = _first(battle)
        begun.setdefault(position, battle)
        return position

    starts = every_way(begin)
    ends: dict[tuple[Left, Left], Fraction] = {}
    left_out = Fraction()
    for start, weight in starts.items():
        found, lost = yield from _course(begun[start], start)
        left_out += weight * lost
        for end, p in found.items():
            ends[end] = ends.get(end, Fraction()) + weight * p
    return Odds(hex_, attacker, defender, siege, before[0], ends, left_out)


def fresh_battle(step: Step, hex_: int, attacker: int, defender: int, siege: bool = False) -> Battle:
    """A battle that has not begun, its sides as they stand."""
    battle = Battle(step, hex_, attacker, defender, siege)
    battle.look()
    return battle


def _battle(state: Bridgefront, picks: Picks, hex_: int, attacker: int, defender: int, siege: bool) -> Battle:
    """A battle whose randomness falls as `picks` says."""
    step = Step(state, bytes(32))
    step.chance = picks  # type: ignore[assignment]
    return Battle(step, hex_, attacker, defender, siege)


def _first(battle: Battle) -> Position:
    plated = any(battle.state.marked("plated", what=c.copy) for c in battle.attacking.champions)
    plated |= any(battle.state.marked("plated", what=c.copy) for c in battle.defending.champions)
    a, d = (_units(side, ()) for side in (battle.attacking, battle.defending))
    return Position(True, a, d, _purse(battle) if plated else ())


def _all(side: Side) -> Left:
    return Left(side.forces, tuple((c.copy, c.hp) for c in side.champions))


def _units(side: Side, used: Iterable[int]) -> Units:
    return Units(side.forces, tuple(c.hp for c in side.champions), tuple(used), side.chosen)


def _course(battle: Battle, start: Position) -> Counting[tuple[dict[tuple[Left, Left], Fraction], Fraction]]:
    """The ends of a battle from a position before its dice, and the weight of what was not followed."""
    copies = tuple(tuple(c.copy for c in side.champions) for side in (battle.attacking, battle.defending))
    small = _size(start) <= IN_FRACTIONS
    rounds: _Rounds = _Plated(battle) if start.purse else _Rounds(battle) if small else _Large(battle)
    found: dict[tuple[Left, Left], Fraction] = {}
    ends = yield from rounds.ends(start)
    for both, weight in ends:
        a, d = (Left(u.forces, tuple((c, hp) for c, hp in zip(who, u.hp) if hp)) for u, who in zip(both, copies))
        found[a, d] = found.get((a, d), Fraction()) + Fraction(weight, rounds.one)
    return found, 1 - sum(found.values(), Fraction())


def _size(start: Position) -> int:
    """About how many changes of position a battle has."""
    size = 1
    for units in (start.attacking, start.defending):
        kinds = units.forces + 1
        for hp in units.hp:
            kinds *= hp + 1
        size *= kinds * (kinds + 1) // 2
    return size


# The combat rounds of a battle ----------------------------------------------------------------------------------------

Fall = tuple[int, int, Any]
"""What a combat round leaves of a side, by its number, how many hits its enemy may aim then, and the chance."""


class _Rounds:
    """The combat rounds of a battle, in fractions. Units are known by a number once they have come up."""

    one: Any = Fraction(1)
    light: Any = Fraction()
    """A change of position that weighs less is not followed."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.sides = (battle.attacking, battle.defending)
        self.champions = tuple(tuple(side.champions) for side in self.sides)
        self.units: list[Units] = []
        self.left: list[int] = []
        """HP left of the units with this number."""
        self.built = 0
        """The work of finding what combat rounds leave, over and above the changes of position."""
        self._number: dict[Units, int] = {}
        self._dice: dict[Any, tuple[tuple[int, int], ...]] = {}
        self._struck: dict[Any, list[dict[Units, Any]]] = {}
        self._falls: dict[Any, list[Fall]] = {}

    # Arithmetic: weights out of `one` ---------------------------------------------------------------------------------

    def times(self, a: Any, b: Any) -> Any:
        """The product of two weights."""
        return a * b

    def part(self, weight: Any, of: int, among: int) -> Any:
        """`of` parts of `among`."""
        return weight * Fraction(of, among)

    def without(self, weight: Any, stays: Any) -> Any:
        """The weight shared out among those that do not stay."""
        return Fraction(weight, 1 - stays)

    # One pass over the positions --------------------------------------------------------------------------------------

    def ends(self, start: Position) -> Counting[list[tuple[tuple[Units, Units], Any]]]:
        """Every end with its weight: the fullest position first, with all the weight that comes to it."""
        a, d = self.number(start.attacking), self.number(start.defending)
        full = self.left[a] + self.left[d]
        front: list[dict[tuple[int, int], Any]] = [{} for _ in range(full + 1)]
        found = []
        work = self._change(front, a, d, self.one, True)
        rest = work + BREATH
        for left in range(full, -1, -1):
            for (a, d), weight in front[left].items():
                if self.units[a].beaten or self.units[d].beaten:
                    found.append(((self.units[a], self.units[d]), weight))
                elif work < MOST_WORK:
                    work += self._change(front, a, d, weight, False)
                    if work + self.built > rest:
                        rest = work + self.built + BREATH
                        yield
        return found

    def number(self, units: Units) -> int:
        """The number under which units are known."""
        number = self._number.setdefault(units, len(self.units))
        if number == len(self.units):
            self.units.append(units)
            self.left.append(units.forces + sum(units.hp))
        return number

    def _change(self, front: list[dict[tuple[int, int], Any]], a: int, d: int, weight: Any, first: bool) -> int:
        """Shares a position's weight out among what the next combat round makes of it; returns how much work it was."""
        position = Position(first, self.units[a], self.units[d])
        on_attacker, on_defender = self._fall(position, a, 0), self._fall(position, d, 1)
        aims = position.attacking.chosen or position.defending.chosen
        if not first:
            stays = [p for n, chosen, p in on_attacker if n == a and chosen == position.defending.chosen]
            stays += [p for n, chosen, p in on_defender if n == d and chosen == position.attacking.chosen]
            if len(stays) == 2:
                weight = self.without(weight, self.times(*stays))
        work = len(on_attacker) + len(on_defender)
        left, times, light = self.left, self.times, self.light
        for x, their_chosen, p in on_attacker:
            part = times(weight, p)
            if part < light:
                break
            for y, our_chosen, q in on_defender:
                share = times(part, q)
                if share < light:
                    break
                to = (self._aiming(x, our_chosen), self._aiming(y, their_chosen)) if aims else (x, y)
                if first or to != (a, d):
                    work += 1
                    at = front[left[x] + left[y]]
                    at[to] = at[to] + share if to in at else share
        return work

    def _aiming(self, number: int, chosen: int) -> int:
        """The units with so many hits still to be aimed."""
        units = self.units[number]
        return number if units.chosen == chosen else self.number(units._replace(chosen=chosen))

    # Dice -------------------------------------------------------------------------------------------------------------

    def set_up(self, position: Position) -> None:
        """The battle as it is in this position."""
        battle = self.battle
        battle.combat_round = 1 if position.first else 2
        for side, units, champions in zip(self.sides, (position.attacking, position.defending), self.champions):
            side.forces = units.forces
            side.champions = [c._replace(hp=hp) for c, hp in zip(champions, units.hp) if hp]
            side.chosen = units.chosen
        battle.guards_used = position.attacking.used + position.defending.used

    def dice(self, i: int) -> list[tuple[int, int, int]]:
        """(who rolls, hits on, dice) of one side as it is set up: a Champion's copy or 0."""
        battle, side = self.battle, self.sides[i]
        found = [(0, battle.threshold(side), side.forces)] if side.forces else []
        for champion in side.champions:
            stats = CARDS[battle.state.card[champion.copy]].stats
            assert stats is not None
            found.append((champion.copy, stats.hits_on, battle.dice(side, champion, stats.dice)))
        return found

    def rolls(self, position: Position, i: int) -> tuple[tuple[int, int], ...]:
        """(hits on, dice) of everybody of one side."""
        a, d = position.attacking, position.defending
        key = (i, position.first, a.forces, d.forces, *(hp > 0 for hp in a.hp), *(hp > 0 for hp in d.hp))
        if key not in self._dice:
            self.set_up(position)
            self._dice[key] = tuple((hits_on, n) for _, hits_on, n in self.dice(i))
        return self._dice[key]

    # Hits -------------------------------------------------------------------------------------------------------------

    def _fall(self, position: Position, number: int, i: int) -> list[Fall]:
        """What the combat round leaves of side i; the likeliest first."""
        target = (position.attacking, position.defending)[i]
        enemy = (position.attacking, position.defending)[1 - i]
        dice = self.rolls(position, 1 - i)
        key = (i, number, enemy.chosen, dice)
        if key in self._falls:
            return self._falls[key]
        focus = self.sides[1 - i].focus
        order = focus if focus != NO_ORDER else self.battle.state.order[self.sides[1 - i].seat]
        found: dict[tuple[int, int], Any] = {}
        ways = ways_of(dice)
        among = sum(ways)
        for hits, of in enumerate(ways):
            aimed = hits if focus != NO_ORDER else min(hits, enemy.chosen)
            left = enemy.chosen - (aimed if focus == NO_ORDER else 0)
            for units, weight in self._strike(i, target, hits, aimed, order).items():
                to = (self.number(units), left)
                share = self.part(weight, of, among)
                found[to] = found[to] + share if to in found else share
        falls = [(to, left, weight) for (to, left), weight in found.items()]
        falls.sort(key=_weight, reverse=True)
        self._falls[key] = falls
        self.built += 4 * len(falls) * len(ways)
        return falls

    def _strike(self, i: int, target: Units, hits: int, aimed: int, order: int) -> dict[Units, Any]:
        """What so many hits leave of a side, the first `aimed` of them landing in the target order."""
        struck = self._struck.setdefault((i, target, aimed, order), [{target: self.one}])
        while len(struck) <= hits:
            found: dict[Units, Any] = {}
            for units, weight in struck[-1].items():
                for landed, of, among in self._land(i, target, units, order if len(struck) <= aimed else NO_ORDER):
                    share = self.part(weight, of, among)
                    found[landed] = found[landed] + share if landed in found else share
            struck.append(found)
        return struck[hits]

    def _land(self, i: int, before: Units, units: Units, order: int) -> list[tuple[Units, int, int]]:
        """What one hit leaves, in the target order or at random: so many chances of so many."""
        volley = self._volley(i, before, units)
        if volley.beaten():
            return [(units, 1, 1)]
        targets = volley.likely() if order == NO_ORDER else [(volley.in_order(order), 1)]
        among = sum(weight for _, weight in targets)
        return [(self._after(i, before, units, target), weight, among) for target, weight in targets]

    def _volley(self, i: int, before: Units, units: Units) -> Volley:
        """A side under fire, which began the combat round as `before`; its Bodyguards are those of that moment."""
        alive = [c._replace(hp=hp) for c, hp in zip(self.champions[i], units.hp)]
        guards = [c.copy for c, hp in zip(self.champions[i], before.hp) if hp and c.copy not in before.used]
        guards = [copy for copy in guards if _guards(self.battle.state, copy)]
        volley = Volley(units.forces, alive, guards, (), 0)
        volley.guards_used = [copy for copy in units.used if copy not in before.used]
        return volley

    def _after(self, i: int, before: Units, units: Units, target: int) -> Units:
        volley = self._volley(i, before, units)
        volley.land(target, 0)
        hp = tuple(volley.hp[c.copy] for c in self.champions[i])
        return Units(volley.forces, hp, before.used + tuple(volley.guards_used), units.chosen)


class _Large(_Rounds):
    """The same in whole numbers of `1 / ONE`."""

    one = ONE
    light = LIGHT

    def times(self, a: int, b: int) -> int:
        return a * b >> BITS

    def part(self, weight: int, of: int, among: int) -> int:
        return weight * of // among

    def without(self, weight: int, stays: int) -> int:
        return (weight << BITS) // (ONE - stays)


def _weight(fall: Fall) -> Any:
    return fall[2]


@lru_cache(maxsize=1024)
def ways_of(dice: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    """In how many ways dice give 0, 1, 2 ... hits; they are given as (highest die that hits, how many).

    >>> ways_of(((2, 1), (3, 1)))
    (12, 18, 6)
    """
    ways = [1]
    for hits_on, n in dice:
        for _ in range(n):
            ways = [(6 - hits_on) * w + hits_on * v for w, v in zip([*ways, 0], [0, *ways])]
    return tuple(ways)


# Battles in which gold counts -----------------------------------------------------------------------------------------

MOST_FIGHTS = 6_000
"""So many combat rounds are fought by the engine for one battle with Gold Plated Armor at most."""


Rolled = tuple[tuple[int, ...], tuple[int, ...]]
"""The hits of attacker and defender: for each who rolled it."""


def _rank(position: Position) -> tuple[int, ...]:
    """What rises with every change of a position."""
    left = sum(u.forces + sum(u.hp) for u in (position.attacking, position.defending))
    return (not position.first, -left, -sum(position.purse[:2]))


class _Plated(_Rounds):
    """The combat rounds of a battle with Gold Plated Armor: fought by the engine in every way.

    The purse of a position holds the gold of both sides, the marks that are left, and the Champions won over.
    """

    def __init__(self, battle: Battle) -> None:
        super().__init__(battle)
        self.fights = 0

    def ends(self, start: Position) -> Counting[list[tuple[tuple[Units, Units], Any]]]:
        """As for any battle."""
        weights: dict[Position, Fraction] = {start: self.one}
        order = [(_rank(start), 0, start)]
        found = []
        while order:
            position = heapq.heappop(order)[2]
            weight = weights.pop(position)
            if position.over:
                found.append(((position.attacking, position.defending), weight))
                continue
            try:
                shares = self._shares(position)
            except TooManyWays:
                continue
            yield
            stays = shares.pop(position, Fraction())
            for then, p in shares.items():
                if then not in weights:
                    heapq.heappush(order, (_rank(then), self.fights + len(order), then))
                weights[then] = weights.get(then, Fraction()) + Fraction(weight * p, 1 - stays)
        return found

    def _shares(self, position: Position) -> dict[Position, Fraction]:
        """What the next combat round leads to."""
        found: dict[Position, Fraction] = {}
        for rolled, p in self._rolls(position):
            left = MOST_FIGHTS - self.fights
            if left <= 0:
                raise TooManyWays
            for then, q in every_way(partial(self._fight, position, rolled), left).items():
                found[then] = found.get(then, Fraction()) + p * q
        return found

    def _rolls(self, position: Position) -> list[tuple[Rolled, Fraction]]:
        """The hits of both sides by who rolled them, with the chance of each."""
        self.set_up(position)
        found: list[tuple[Rolled, Fraction]] = [(((), ()), Fraction(1))]
        for i in (0, 1):
            for copy, hits_on, n in self.dice(i):
                ways = ways_of(((hits_on, n),))
                found = [
                    (
                        (rolled[0] + hit, rolled[1]) if i == 0 else (rolled[0], rolled[1] + hit),
                        p * Fraction(of, sum(ways)),
                    )
                    for rolled, p in found
                    for hit, of in (((copy,) * hits, of) for hits, of in enumerate(ways))
                ]
        return found

    def _fight(self, position: Position, rolled: Rolled, picks: Picks) -> Position:
        self.fights += 1
        now = self.battle
        battle = _battle(now.state.clone(), picks, now.hex, now.attacker, now.defender, now.siege)
        _restore(battle, now, position, self.champions)
        for side, hits in zip((battle.attacking, battle.defending), rolled):
            side.hits = picks.shuffle(hits) if len(set(hits)) > 1 else list(hits)
        battle.strike(picks, {})  # type: ignore[arg-type]
        return _position(battle, self.champions)


def _purse(battle: Battle) -> tuple[Any, ...]:
    state = battle.state
    gold = (state.gold[battle.attacker], state.gold[battle.defender])
    return (*gold, tuple(state.marks), tuple(battle.stolen))


def _restore(battle: Battle, now: Battle, position: Position, champions: tuple[tuple[Champion, ...], ...]) -> None:
    """The state as it is in a position, and in it the battle."""
    state = battle.state
    battle.combat_round = 1 if position.first else 2
    battle.slowed = now.slowed
    battle.guards_used = position.attacking.used + position.defending.used
    gold_a, gold_d, marks, stolen = position.purse
    state.gold[battle.attacker], state.gold[battle.defender] = gold_a, gold_d
    state.marks[:] = [Mark(*mark) for mark in marks]
    battle.stolen = [Stolen(*one) for one in stolen]
    for side, like, units, there in zip(
        (battle.attacking, battle.defending),
        (now.attacking, now.defending),
        (position.attacking, position.defending),
        champions,
    ):
        side.battle_cry, side.smoked, side.shock, side.focus = like.battle_cry, like.smoked, like.shock, like.focus
        side.chosen = units.chosen
        state.forces[side.seat].pop(battle.hex, None)
        if units.forces:
            state.forces[side.seat][battle.hex] = units.forces
        for champion, hp in zip(there, units.hp):
            state.champions.pop(champion.copy, None)
            if hp:
                state.champions[champion.copy] = champion._replace(hp=hp)
    battle.look()


def _position(battle: Battle, champions: tuple[tuple[Champion, ...], ...]) -> Position:
    """The position after a combat round; `champions` are those of the start."""
    sides = []
    for side, there in zip((battle.attacking, battle.defending), champions):
        hp = {c.copy: c.hp for c in side.champions}
        used = tuple(c.copy for c in there if c.copy in battle.guards_used)
        sides.append(Units(side.forces, tuple(hp.get(c.copy, 0) for c in there), used, side.chosen))
    return Position(False, sides[0], sides[1], _purse(battle))


def _guards(state: Bridgefront, copy: int) -> bool:
    ability = ability_of(state, copy)
    return ability is not None and ability.guards
