"""Weights of Ambition's heuristic bot: worths, chances, and shares of truth and lying.

By default a worth is in tenths of Influence, and a chance or a share in hundredths. Values that depend on the number of
players are tuples, for three, four, five and six. Amounts of the rules are no judgement and are defined there.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Weights:
    """The weights of the heuristic bot. Two sets with the same numbers are different sets."""

    # What things are worth --------------------------------------------------------------------------------------------

    an_elite: int = 27
    an_intrigue: int = 10
    """A closed Elite and a closed Intrigue card of somebody else."""
    a_claim: int = 27
    """A claim on an alliance roll, beside an alliance."""
    a_diplomacy: int = 30
    """A Diplomacy phase, which a launch forgoes."""
    a_draw: int = 8
    """Drawing an Intrigue card."""
    kept: tuple[int, ...] = (11, 14, 18)
    """A kept Intrigue card, by how often the deck has run out."""
    harm_leader: int = 16
    harm: int = 9
    harm_near: int = 40
    """Worth of a loss of 1 by another seat, divided among all others: by a leader, by any other seat.

    A seat counts as a leader if it is at most `harm_near` behind the best.
    """

    # Claims -----------------------------------------------------------------------------------------------------------

    claim_often: int = 65
    claim_in_danger: int = 25
    claim_unrewarded: int = 8
    """Chances of a claim where the bot could draw instead.

    In order: the usual chance, the chance while a strike would take the gain, and the chance where no draw follows a
    claim.
    """
    danger_purse: int = 14
    """A purse with less than so much Influence gains nothing worth a claim while a strike threatens."""
    ones_lied: tuple[int, ...] = (90, 90, 100, 100)
    twos_lied: tuple[int, ...] = (0, 8, 20, 25)
    """Percentages of 1s and of 2s that are claimed as a higher value, by number of players.

    With few players to share what an exposed lie gives away, challenging pays sooner. A seat that has been caught lying
    claims falsely less often, and a seat that has been found honest more often.
    """
    least_lie: int = 3
    """No lie declares a lower value, where the purse allows this one."""
    twos_doubted: int = 60
    """Chance, in thousandths, that a claim of 2 is challenged: few players lie so low."""
    brakes: tuple[int, ...] = (445, 470, 475, 500)
    """Thousandths of claims of the highest values that all seats together challenge, by number of players.

    Scatter is added to this.
    """
    brake_scatter: int = 6
    """Thousandths that scatter adds to `brakes`, per value above 1 and per player beyond the third."""
    most_doubted: int = 750
    """Nothing that may be true is challenged more often by all together, in thousandths."""
    low_elite: int = 3
    low_usual: int = 40
    low_forgotten: int = 5
    """Value below which an opened Elite was likely a lie, the usual share of these, and its weight.

    The share is in hundredths of the opened Elites. The weight is the number of opened Elites that count as much as the
    usual share.
    """

    # Alliances --------------------------------------------------------------------------------------------------------

    sealed: tuple[int, ...] = (20, 35, 0, 60, 35)
    sealed_in_danger: int = 50
    """Chance, in hundredths, of proposing an alliance in secret, by its type.

    The types are Defense, Unity, Technology, Exchange and Delay. The second value is the part of that chance, in
    hundredths, that remains while a strike threatens: an open stake is safe.
    """
    bound: int = 100
    """Worth of an alliance that a new one would replace, in hundredths of its stake times its chance."""
    soon_world: int = 25
    soon_exhausted: int = 15
    """Reductions of the chance of any alliance near the end of the game.

    The first applies once the world may end, the second once the deck has run out twice.
    """
    exchange_own: int = 66
    exchange_proposed: int = 58
    exchange_blind: int = 8
    """The chance of an Exchange of an industry that one of the two has; of what somebody with Industrial cards
    proposes; of any other.
    """
    unity_chance: int = 20
    unity_ready: int = 4
    """The chance of a Unity Compact; less for each of the two who is allied to the third one."""
    trade_chance: int = 24
    trade_armed: int = 12
    trade_blind: int = 8
    """The chance of a Technology Trade with a Bunker; more for each third one with a token; without a Bunker."""
    delay_chance: int = 150
    """The chance of a Delay Tactic, for all players together."""
    defense_guarded: int = 44
    defense_chance: int = 16
    """The chance of a Pact of Mutual Defense where one of the two is aimed at and the other can help; of any other."""
    stake_safe: int = 2
    """Worth of each Influence of a stake in a purse that a strike would empty."""
    trade_likely: int = 30
    trade_holder: int = 20
    """A Technology Trade of a greater chance is worth so much more where the other one has the Bunker."""
    defense_leader: int = 25
    """A Pact of Mutual Defense for who is ahead and guarded by it."""
    ally_gains: int = 14
    """The smaller, the more what the ally gains counts against an alliance; 10 would count all of what harms one."""
    unity_helps: int = 15
    """Worth, in tenths of Influence, of an alliance that one of our Unity Compacts waits for."""

    # Industry ---------------------------------------------------------------------------------------------------------

    plant_foils: int = 60
    plant_wanted: int = 100
    """An Industrial card in play that foils an Exchange of others; that an own alliance waits for."""
    plant: tuple[int, ...] = (6, 25, 20, 5, 5, 5)
    """Any other, by its type (Tecmed, Bunker, Gridworks, Wirehouse, Freightline, Dataworks)."""
    plant_hoped: int = 15
    hoped_till: int = 2
    """Worth of an Industrial card in hand for a later Exchange, and the limit on its use.

    It counts only until the deck has run out `hoped_till` times.
    """

    # Strikes ----------------------------------------------------------------------------------------------------------

    stops_armed: int = 500
    stops_unarmed: int = 80
    """Chances, in thousandths, that a closed Intrigue card stops a strike: with a token and without one.

    A player who stops strikes as often as an armed card does can guard an ally.
    """
    lost_intrigue: int = 8
    lost_industry: int = 5
    """A card of another hand that a strike burns."""
    risked_intrigue: int = 18
    risked_arms: int = -30
    risked_industry: int = 10
    risked_world: int = 20
    """Worths of a card that a strike burns in this seat's hand.

    They are for any Intrigue card but Nuclear Arms, for Nuclear Arms, for an Industrial card, and the addition for
    Armageddon.
    """
    strike_self: int = 30
    """Cost, in tenths of Influence, of a strike that hits its attacker, beside the cards of its hand."""
    arms_spent: int = 25
    arms_spent_later: int = 12
    """Worth of Nuclear Arms gone from this seat's hand; the addition for each time the deck ran out."""
    strike_sealed: int = 30
    """A secret alliance with the target."""
    counter_arms: int = -40
    counter_warning: int = 20
    """Costs of stopping a strike: with Nuclear Arms, with an Early Warning."""
    ally_saved: int = 100
    """Stopping a strike at an ally under a Pact of Mutual Defense."""
    drilled: int = 30
    """A Fallout Drill saves what a strike takes if that is more."""

    # Armageddon -------------------------------------------------------------------------------------------------------

    end_ahead: tuple[int, ...] = (40, 25, 10)
    """By how much one has to be ahead to end the world, by how often the deck has run out."""
    end_delay: int = 10
    """Addition to that lead for each Delay Tactic of this seat."""

    # Intrigue cards ---------------------------------------------------------------------------------------------------

    fresh_world_ahead: int = 200
    fresh_world: int = 15
    fresh_arms: int = 5
    fresh_people: int = 20
    fresh_rest: int = 15
    """Worth, in tenths of Influence, of drawing a card, by its kind.

    The kinds are Armageddon when ahead, Armageddon otherwise, Nuclear Arms, a card for all players (PE1 to PE6) or a
    token, and any other that is not held.
    """
    channel_share: int = 75
    """Share of an alliance's worth that an attempt by Back Channel keeps, in hundredths."""
    cables_own: int = 2
    """Own secret alliances beside those of who is named by Exposed Cables."""
    stolen: int = 10
    stolen_armed: int = 8
    """A card that a Turncoat takes; less where it may be Nuclear Arms."""
    defected: int = 35
    defected_harm: int = 4
    """An Elite that defects; more for each tenth that harm to its holder is worth."""
    blackmailed_rich: int = 8
    blackmailed_poor: int = 2
    blackmailed_armed: int = 10
    """Blackmail of who can pay, of who cannot; more where there is a token."""
    ultimatum_arms: int = -10
    ultimatum_seen: int = 40
    """An Ultimatum that asks for Nuclear Arms; for a card that was seen."""
    ultimatum_world: tuple[int, ...] = (16, 4)
    ultimatum_warning: tuple[int, ...] = (10, 2)
    """One that asks for Armageddon or an Early Warning: at most, and for each Intrigue card of the other one."""
    nationalised: int = 12
    foiled_own: int = 60
    foiled_harm: int = 8
    """A Nationalisation; an own Exchange that it foils; another's, for each tenth that harm to an ally is worth."""
    token_kept_behind: int = 60
    """Deficit beyond which the bot gives nobody the last token."""
    duelled: tuple[int, ...] = (4, 3, 2, 1)
    duel_scatter: int = 14
    """Relative chances that a Card Night opponent opens an Elite of 1, 2, 3 or 4; scatter of our choice."""

    # Words ------------------------------------------------------------------------------------------------------------

    poor: int = 3
    """A purse with less Influence is poor."""
    poor_lies: int = 60
    """Chance, in hundredths, that a poor seat denies having what a Defection or an Ultimatum asks for."""
    no_elite: tuple[int, ...] = (0, 35, 25, 15, 6, 3)
    """Percentage of false denials of an Elite of 3 or more by a seat that is not poor.

    Indexed by the number of Elites in its hand.
    """
    ultimatum_lies: int = 25
    """Chance that the bot denies having the card that an Ultimatum names."""
    inspected_lies: int = 8
    inspected_token: int = 80
    """Chances of a false claim to be clean by a seat that could give up Nuclear Arms, or its token."""
    blackmailed_lies: int = 25
    """Chance, in hundredths, that a blackmailed seat calls its cards peaceful though they are not."""
    world_handed: int = 50
    """Deficit beyond which a seat gives up Armageddon rather than pays."""
    arms_held_back: int = 12
    """Chance that the bot keeps one of several Nuclear Arms at a Disarmament Summit."""
    boasted: int = 12
    boasted_poor: int = 20
    highest_boast: int = 4
    """Chance of declaring a better Elite than the seat has at a Census, and the addition for a poor seat.

    The last number is the value below which a declared Elite is raised by one.
    """
    all_lied: int = 6
    clean_lied: int = 6
    peaceful_lied: int = 12
    no_lied: int = 15
    """Estimated chance, in hundredths, that a statement is false, by kind.

    The kinds are all Nuclear Arms, clean, peaceful, and not that card.
    """
    census_lied: int = 14
    """Assumed percentage of seats without such an Elite that declare one at a Census."""
    doubt_costs: int = 4
    """Cost of a wrong doubt, in addition to the payment."""
    doubt_census: int = 40
    doubt_census_else: int = 4
    """Worth of a caught claimant's loss at a Census, if our declaration is then the best, and otherwise."""
    doubt_elite: int = 40
    doubt_peaceful: int = 40
    doubt_own: int = 10
    doubt_others: int = 5
    """Worth, in tenths of Influence, of what a caught claimant gives up.

    To this seat: an Elite, what blackmail takes, or anything else. The last value is for what it gives up to others.
    """


USUAL = Weights()
"""The weights with which it plays unless others are given."""
