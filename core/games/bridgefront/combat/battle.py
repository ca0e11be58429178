"""Battles: the units of two players fight in one hex until one side is empty (rules part 11).

Combat rounds follow one after another. A `Battle` is a plain object for the duration of the fight. Only with
hit_control = prompt is it kept between two steps, as a `Fight` in the state. Preparations by cards are marks, which are
used up when they attach (C9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from core.engine.chance.beacon import Stream
from core.engine.game import IllegalDecision, RandomSource
from core.engine.hidden.secrets import Secrets
from core.games.bridgefront import events, units
from core.games.bridgefront.combat import deaths, end, start
from core.games.bridgefront.combat.deaths import Death, StolenChampion, ability_of
from core.games.bridgefront.combat.volley import NO_ORDER, TARGET_ORDERS, Side, Volley
from core.games.bridgefront.decisions import Hits
from core.games.bridgefront.factions import passives_of
from core.games.bridgefront.rules import Question, Step, question
from core.games.bridgefront.state import Bridgefront, Champion, Fight

__all__ = ["HITS", "TARGET_ORDERS", "Battle", "Side"]

LAST_COMBAT_ROUND = 100
"""The number of the last combat round, after which the attacker's units die (C15).

In practice, no battle reaches it.
"""
BASE_THRESHOLD = 2
"""The highest die on which Forces hit by default; they hit on 1-2."""


class Battle:
    """A battle in a hex.

    `combat_round` counts from 1. It is 0 before the dice, during Assassin's Edge.
    """

    def __init__(self, step: Step, hex_: int, attacker: int, defender: int, siege: bool = False) -> None:
        self.step = step
        self.state: Bridgefront = step.state
        self.hex = hex_
        self.attacker = attacker
        self.defender = defender
        self.siege = siege
        self.combat_round = 0
        self.attacking = Side(attacker)
        self.defending = Side(defender)
        self.is_slowed: tuple[int, ...] = ()
        self.guards_used: tuple[int, ...] = ()
        """The Bodyguards that have already let a Force take a Champion's hit in this battle."""
        self.stolen: list[StolenChampion] = []

    # Queries of the hooks in factions.py and abilities.py -------------------------------------------------------------

    def side(self, seat: int) -> Side:
        """Return the side of the battle that belongs to the seat."""
        return self.attacking if seat == self.attacker else self.defending

    def other(self, side: Side) -> Side:
        """Return the opposing side."""
        return self.defending if side is self.attacking else self.attacking

    def forces(self, seat: int) -> int:
        """Return the seat's Forces at the start of this combat round."""
        return self.side(seat).forces

    def champions(self, seat: int) -> list[Champion]:
        """Return the seat's Champions at the start of this combat round, in order of arrival."""
        return self.side(seat).champions

    def enemy_champions(self, seat: int) -> list[Champion]:
        """Return the enemy Champions of the seat at the start of this combat round, in order of arrival."""
        return self.other(self.side(seat)).champions

    # Course of the battle ---------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Fight the battle (11.2-11.6).

        The effects attach, Assassin's Edge strikes, and combat rounds follow until the end.
        """
        self.step.emit(events.BattleBegan(self.hex, self.attacker, self.defender, self.siege))
        self.prepare()
        self.run_rounds()

    def prepare(self) -> None:
        """Carry out everything that happens before the dice of the battle (11.2, 11.3)."""
        self.refresh_units()
        if self.state.marks:
            start.attach_effects(self)
        if self.attacking.champions or self.defending.champions:
            start.apply_tactical_hands(self)
            start.apply_first_strikes(self)

    def run_rounds(self) -> None:
        """Run combat rounds until a side is empty or a seat is asked for the targets of its hits."""
        while not self.attacking.is_empty() and not self.defending.is_empty():
            if self.combat_round == LAST_COMBAT_ROUND:
                end.end_by_limit(self)
                break
            stream = self.roll()
            if self._ask_for_targets():
                return
            self.strike(stream, {})
        end.finish(self)

    def roll(self) -> Stream:
        """Roll the dice of both sides for the next combat round.

        Return the random stream, from which the rest of the round is drawn.
        """
        self.combat_round += 1
        stream = self.randomness()
        self._roll(self.attacking, self.defending, stream)
        self._roll(self.defending, self.attacking, stream)
        return stream

    def randomness(self) -> Stream:
        """Return the random stream of this combat round for dice, the order of hits, and targets."""
        return self.step.chance.numbered_stream("combat", self.hex, self.combat_round)

    def refresh_units(self) -> None:
        """Update the units of both sides from the state."""
        state, hex_ = self.state, self.hex
        self.attacking.forces = state.forces[self.attacker].get(hex_, 0)
        self.defending.forces = state.forces[self.defender].get(hex_, 0)
        if state.champions or self.attacking.champions or self.defending.champions:
            self.attacking.champions = state.champions_at(hex_, self.attacker)
            self.defending.champions = state.champions_at(hex_, self.defender)

    def strike(self, stream: Stream, aims: dict[int, tuple[int, ...]]) -> None:
        """Apply the hits of the combat round; the dead units of both sides leave together (11.4c and d).

        `aims` holds the targets that asked seats have chosen for their first hits.
        """
        on_defender = self._fire_volley(self.attacking, self.defending, stream, aims.get(self.attacker, ()))
        on_attacker = self._fire_volley(self.defending, self.attacking, stream, aims.get(self.defender, ()))
        killed = self._apply_casualties(self.defending, on_defender, self.attacker)
        killed += self._apply_casualties(self.attacking, on_attacker, self.defender)
        if killed:
            deaths.resolve_deaths(self.step, killed, self)
        self.refresh_units()

    # Dice -------------------------------------------------------------------------------------------------------------

    def _roll(self, side: Side, enemy: Side, stream: Stream) -> None:
        """Roll the dice of every unit of the side, Forces first (11.4a and b).

        The hits of the side are put in random order.
        """
        hits: list[int] = []
        die = stream.die
        if side.forces:
            hits_on = self.threshold(side)
            dice = tuple([die() for _ in range(side.forces)])
            scored = 0
            for value in dice:
                if value <= hits_on:
                    scored += 1
            hits = [0] * scored
            self.step.emit(events.CombatRolled(side.seat, 0, hits_on, dice, scored))
        for champion in side.champions:
            stats = self.state.cards[self.state.card[champion.copy]].stats
            assert stats is not None
            dice = tuple([die() for _ in range(self.dice(side, champion, stats.dice))])
            scored = len([value for value in dice if value <= stats.hits_on])
            hits += [champion.copy] * scored
            self.step.emit(events.CombatRolled(side.seat, champion.copy, stats.hits_on, dice, scored))
        if side.champions and enemy.champions and len(hits) > 1:
            hits = stream.shuffle(hits)
        side.hits = hits

    def threshold(self, side: Side) -> int:
        """Return the highest die on which the side's Forces hit (C7).

        Only the best increase counts. Smoke Screen overrides all of them.
        """
        first = self.combat_round == 1
        if first and side.is_smoked:
            return 1
        best = self.state.rules.numbers.forces_hit_on
        if first and side.shock:
            best = 5
        seat = side.seat
        for passive in passives_of(self.state, seat):
            raised = passive.forces_hit_on(self, seat)
            if raised > best:
                best = raised
        for champion in side.champions:
            ability = ability_of(self.state, champion.copy)
            if ability is not None:
                best = max(best, ability.forces_hit_on(self, champion))
        if best < 3 and seat == self.defender and self.state.marks_of_kind("hold the line", seat, self.hex):
            best = 3
        return best

    def dice(self, side: Side, champion: Champion, own: int) -> int:
        """Return the number of a Champion's dice.

        The number is the sum of the Champion's own dice, Battle Cry, Frenzy and its ability. With Slow, it is always 1.
        """
        if champion.copy in self.is_slowed:
            return 1
        if self.combat_round == 1:
            own += side.battle_cry
        for mark in self.state.marks_of_kind("frenzy", side.seat, champion.copy):
            own += mark.more
        ability = ability_of(self.state, champion.copy)
        return own if ability is None else own + ability.extra_dice(self, champion)

    # Hits -------------------------------------------------------------------------------------------------------------

    def volley(self, target: Side) -> Volley:
        """Return the given side as a target of the hits in this combat round."""
        state = self.state
        champions = target.champions
        if not champions:
            return Volley(target.forces, (), (), (), 0)
        guards = [c.copy for c in champions if c.copy not in self.guards_used and _has_guard_ability(state, c.copy)]
        plated = [c.copy for c in champions if state.marks_of_kind("plated", target.seat, c.copy)]
        return Volley(target.forces, champions, guards, plated, state.gold[target.seat])

    def _fire_volley(self, side: Side, enemy: Side, stream: Stream, aims: tuple[int, ...]) -> Volley:
        """Assign the side's hits to the enemy's units, one after the other (11.4c), and return the result."""
        volley = self.volley(enemy)
        chosen, order = self.chosen_hits(side)
        if chosen and side.focus == NO_ORDER:
            side.chosen_hits -= chosen
        say, seat = self.step.emit, side.seat
        for i, roller in enumerate(side.hits):
            if volley.is_beaten():
                break
            if i < len(aims):
                target = aims[i]
            elif i < chosen:
                target = volley.next_target(order)
            else:
                target = volley.random_target(stream)
            landed = volley.apply_hit(target, roller)
            say(events.HitLanded(seat, landed, landed != target))
        self.guards_used += tuple(volley.guards_used)
        return volley

    def chosen_hits(self, side: Side) -> tuple[int, int]:
        """Return the number of hits that the side directs in this combat round, and its target order (C10)."""
        if side.focus != NO_ORDER:
            return len(side.hits), side.focus
        if side.chosen_hits:
            return min(side.chosen_hits, len(side.hits)), self.state.order[side.seat]
        return 0, 0

    def _apply_casualties(self, side: Side, volley: Volley, killer: int) -> list[Death]:
        """Apply the result of a volley to a side, and return the deaths in order of arrival.

        Damage is paid off, Forces die, and Champions lose HP.
        """
        step, state = self.step, self.state
        if volley.forces < side.forces:
            units.kill_forces(step, side.seat, self.hex, side.forces - volley.forces)
        dying = []
        for champion in side.champions:
            copy = champion.copy
            if copy in volley.paid_damage:
                gold = 2 * volley.paid_damage[copy]
                state.gold[side.seat] -= gold
                step.emit(events.DamagePaidOff(side.seat, copy, gold))
            hp = volley.hp[copy]
            if hp < champion.hp:
                state.champions[copy] = champion._replace(hp=hp)
                step.emit(events.ChampionHurt(side.seat, copy, champion.hp - hp, hp))
                if not hp:
                    dying.append(Death(copy, killer, volley.last_hitter[copy]))
        return dying

    # Prompts (hit_control = prompt) -----------------------------------------------------------------------------------

    def _ask_for_targets(self) -> bool:
        """Ask the seats that direct hits of this combat round and have a real choice.

        Return True if any seat is asked. The battle rests until they answer.
        """
        waits = False
        for side in (self.attacking, self.defending):
            count = self._open_hit_count(side)
            if count:
                enemy = self.other(side)
                hp = tuple((c.copy, c.hp) for c in enemy.champions)
                self.step.ask(HITS, side.seat, self.hex, count, hp, enemy.forces)
                waits = True
        if waits:
            self.state.fight = (self._as_data(),)
        return waits

    def _open_hit_count(self, side: Side) -> int:
        """Return the number of directed hits if the seat must be asked for their targets, else 0."""
        if side.focus == NO_ORDER and not side.chosen_hits:
            return 0
        if self.state.option("hit_control") != "prompt":
            return 0
        enemy = self.other(side)
        count, _ = self.chosen_hits(side)
        kinds = len(enemy.champions) + (1 if enemy.forces else 0)
        return count if kinds > 1 and count < self.volley(enemy).capacity() else 0

    def _as_data(self) -> Fight:
        """Return the battle as plain data."""
        sides = tuple(
            (s.battle_cry, s.is_smoked, s.shock, s.focus, s.chosen_hits) for s in (self.attacking, self.defending)
        )
        stolen = tuple(n for champion in self.stolen for n in champion)
        notes = (
            (int(self.siege),),
            *sides,
            tuple(self.attacking.hits),
            tuple(self.defending.hits),
            self.is_slowed,
            self.guards_used,
            stolen,
        )
        return Fight(self.hex, self.attacker, self.defender, self.combat_round, notes)

    @classmethod
    def resting(cls, step: Step) -> Battle:
        """Return the battle whose data is stored in the state until the seats answer."""
        hex_, attacker, defender, combat_round, notes = step.state.fight[0]
        (siege,), *sides, hits_a, hits_d, slowed, guards_used, stolen = notes
        battle = cls(step, hex_, attacker, defender, bool(siege))
        battle.combat_round = combat_round
        for side, effects in zip((battle.attacking, battle.defending), sides):
            side.battle_cry, side.is_smoked, side.shock, side.focus, side.chosen_hits = effects
        battle.attacking.hits, battle.defending.hits = list(hits_a), list(hits_d)
        battle.is_slowed, battle.guards_used = slowed, guards_used
        battle.stolen = [StolenChampion(*stolen[i : i + 3]) for i in range(0, len(stolen), 3)]
        battle.refresh_units()
        return battle


def _has_guard_ability(state: Bridgefront, copy: int) -> bool:
    ability = ability_of(state, copy)
    return ability is not None and ability.guards


# Chosen hits (hit_control = prompt) -----------------------------------------------------------------------------------


HP = tuple[tuple[int, int], ...]
HitTargets = tuple[int, int, HP, int]
"""The details of a question about hits: the hex, the number of hits, Champions with HP, and Forces."""


class HitsChoice(Question[Hits, int, int, HP, int]):
    """The question of which targets a seat chooses for its directed hits.

    The details are the hex, the number of hits, the enemy Champions with their HP, and the enemy Forces.
    """

    kind = "hits"
    decision = Hits
    lists_all = False  # lists only the way of the target order, of many

    def check(self, state: Bridgefront, seat: int, decision: Hits, hex_: int, count: int, hp: HP, forces: int) -> None:
        """Require that each directed hit has a target with HP left after the hits before it."""
        if len(decision.hits) != count:
            raise IllegalDecision(seat, f"chooses {len(decision.hits)} targets for {count} hits")
        volley = _target_side(state, seat)
        for target in decision.hits:
            if not volley.is_alive(target):
                raise IllegalDecision(seat, f"aims at {target}, which has no HP left")
            volley.apply_hit(target, 0)

    def apply_all(self, step: Step, decisions: Mapping[int, Hits], details: Mapping[int, HitTargets]) -> None:
        """Continue the combat round with fresh randomness, and then the rest of the battle."""
        battle = Battle.resting(step)
        step.state.fight = ()
        battle.strike(battle.randomness(), {seat: decision.hits for seat, decision in decisions.items()})
        battle.run_rounds()

    def options(self, state: Bridgefront, seat: int, own: Secrets, *detail: *HitTargets) -> Iterator[Hits]:
        """Yield the directed hits in one order: the target order that the card or the standing order names."""
        yield _in_order(state, seat)

    def sample(self, state: Bridgefront, seat: int, own: Secrets, chance: RandomSource, *detail: *HitTargets) -> Hits:
        """Return random targets for the hits; every target with HP left is equally likely."""

        def pick(volley: Volley) -> int:
            standing = [target for target in (0, *volley.hp) if volley.is_alive(target)]
            return standing[chance.uniform(len(standing))]

        return _hits(_target_side(state, seat), detail[1], pick)

    def stand_in(self, state: Bridgefront, seat: int, chance: RandomSource, *detail: *HitTargets) -> Hits:
        return _in_order(state, seat)


HITS = question(HitsChoice())


def _in_order(state: Bridgefront, seat: int) -> Hits:
    """Return the directed hits in the target order that the card or the standing order names."""
    battle = Battle.resting(Step(state, state.beacon))
    count, order = battle.chosen_hits(battle.side(seat))
    return _hits(_target_side(state, seat), count, lambda volley: volley.next_target(order))


def _hits(volley: Volley, count: int, pick: Callable[[Volley], int]) -> Hits:
    targets = []
    for _ in range(count):
        targets.append(pick(volley))
        volley.apply_hit(targets[-1], 0)
    return Hits(tuple(targets))


def _target_side(state: Bridgefront, seat: int) -> Volley:
    """Return the side that is the target of the asked seat's hits."""
    battle = Battle.resting(Step(state, state.beacon))
    return battle.volley(battle.other(battle.side(seat)))
