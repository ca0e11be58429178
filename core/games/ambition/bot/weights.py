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
    """What it is worth that another one loses 1, divided among all others: of who is ahead, of anybody else; who is so
    much or less behind the best counts as ahead.
    """

    # Claims -----------------------------------------------------------------------------------------------------------

    claim_often: int = 65
    claim_in_danger: int = 25
    claim_unrewarded: int = 8
    """How often it claims where it could draw: as a rule, while a strike would take what it gains, and where no draw
    follows a claim.
    """
    danger_purse: int = 14
    """A purse with less than so much Influence gains nothing worth a claim while a strike threatens."""
    ones_lied: tuple[int, ...] = (90, 90, 100, 100)
    twos_lied: tuple[int, ...] = (0, 8, 20, 25)
    """How many 1s and 2s are claimed as something better, by number of players: where few share what an exposed lie
    gives away, challenging pays sooner. Who has been found lying lies less, who has been found honest more.
    """
    least_lie: int = 3
    """No lie declares a lower value, where the purse allows this one."""
    twos_doubted: int = 60
    """How often a claim of 2 is challenged, in thousandths: few lie so low."""
    brakes: tuple[int, ...] = (445, 470, 475, 500)
    """How often the highest values are challenged by all together, in thousandths, by number of players, before what
    scatter adds.
    """
    brake_scatter: int = 6
    """What scatter adds to that for each value above 1 and each player beyond the third, in thousandths."""
    most_doubted: int = 750
    """Nothing that may be true is challenged more often by all together, in thousandths."""
    low_elite: int = 3
    low_usual: int = 40
    low_forgotten: int = 5
    """An opened Elite of a lower value was likely declared as something better; so many of a hundred opened ones are
    such as a rule; so many opened ones weigh as much as that rule.
    """

    # Alliances --------------------------------------------------------------------------------------------------------

    sealed: tuple[int, ...] = (20, 35, 0, 60, 35)
    sealed_in_danger: int = 50
    """How often an alliance is proposed in secret, by its type (Defense, Unity, Technology, Exchange, Delay); what is
    left of that while a strike threatens: an open stake is safe.
    """
    bound: int = 100
    """What an alliance counts that a new one would replace, in hundredths of its stake times its chance."""
    soon_world: int = 25
    soon_exhausted: int = 15
    """What the chance of any alliance loses near the end: since the world may end, since the deck has run out twice."""
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
    """What each Influence of a stake is worth in a purse that a strike would empty."""
    trade_likely: int = 30
    trade_holder: int = 20
    """A Technology Trade of a greater chance is worth so much more where the other one has the Bunker."""
    defense_leader: int = 25
    """A Pact of Mutual Defense for who is ahead and guarded by it."""
    ally_gains: int = 14
    """The smaller, the more what the ally gains counts against an alliance; 10 would count all of what harms one."""
    unity_helps: int = 15
    """An alliance that a Unity Compact of the own waits for."""

    # Industry ---------------------------------------------------------------------------------------------------------

    plant_foils: int = 60
    plant_wanted: int = 100
    """An Industrial card in play that foils an Exchange of others; that an own alliance waits for."""
    plant: tuple[int, ...] = (6, 25, 20, 5, 5, 5)
    """Any other, by its type (Tecmed, Bunker, Gridworks, Wirehouse, Freightline, Dataworks)."""
    plant_hoped: int = 15
    hoped_till: int = 2
    """What one is worth in hand for an Exchange to come, till the deck has run out so often."""

    # Strikes ----------------------------------------------------------------------------------------------------------

    stops_armed: int = 500
    stops_unarmed: int = 80
    """How often a closed Intrigue card stops a strike, in thousandths, with a token and without one; who stops one as
    often as an armed card does can guard an ally.
    """
    lost_intrigue: int = 8
    lost_industry: int = 5
    """A card of another hand that a strike burns."""
    risked_intrigue: int = 18
    risked_arms: int = -30
    risked_industry: int = 10
    risked_world: int = 20
    """A card of the own hand that a strike burns: any Intrigue card but Nuclear Arms; these; an Industrial one; and
    what Armageddon counts beyond that.
    """
    strike_self: int = 30
    """What a strike that hits its attacker costs beside the cards of its hand."""
    arms_spent: int = 25
    arms_spent_later: int = 12
    """Nuclear Arms that are gone from the own hand; more for each time that the deck has run out."""
    strike_sealed: int = 30
    """A secret alliance with the target."""
    counter_arms: int = -40
    counter_warning: int = 20
    """What stopping a strike takes: Nuclear Arms, an Early Warning."""
    ally_saved: int = 100
    """Stopping a strike at an ally under a Pact of Mutual Defense."""
    drilled: int = 30
    """A Fallout Drill saves what a strike takes if that is more."""

    # Armageddon -------------------------------------------------------------------------------------------------------

    end_ahead: tuple[int, ...] = (40, 25, 10)
    """By how much one has to be ahead to end the world, by how often the deck has run out."""
    end_delay: int = 10
    """How much more for each own Delay Tactic."""

    # Intrigue cards ---------------------------------------------------------------------------------------------------

    fresh_world_ahead: int = 200
    fresh_world: int = 15
    fresh_arms: int = 5
    fresh_people: int = 20
    fresh_rest: int = 15
    """What drawing a card is worth: Armageddon when ahead and else, Nuclear Arms, a card for all players (PE1 to PE6)
    or a token, any other that is not held.
    """
    channel_share: int = 75
    """What is left of an alliance's worth that a Back Channel attempts."""
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
    """Who is further behind gives nobody the last token."""
    duelled: tuple[int, ...] = (4, 3, 2, 1)
    duel_scatter: int = 14
    """How likely the other one of a Card Night opens an Elite of 1, 2, 3, 4; by so much the own choice scatters."""

    # Words ------------------------------------------------------------------------------------------------------------

    poor: int = 3
    """A purse with less Influence is poor."""
    poor_lies: int = 60
    """How often a poor one denies to hold what a Defection or an Ultimatum asks for."""
    no_elite: tuple[int, ...] = (0, 35, 25, 15, 6, 3)
    """How often anybody else says that it has no Elite of 3 or more though it has, by how many Elites it holds."""
    ultimatum_lies: int = 25
    """How often it denies to hold the card that an Ultimatum names."""
    inspected_lies: int = 8
    inspected_token: int = 80
    """How often it says that it is clean though it could give up Nuclear Arms; though it could give up its token."""
    blackmailed_lies: int = 25
    """How often it says that its cards are peaceful though they are not."""
    world_handed: int = 50
    """Who is further behind gives Armageddon rather than pays."""
    arms_held_back: int = 12
    """How often one of several Nuclear Arms is kept at a Disarmament Summit."""
    boasted: int = 12
    boasted_poor: int = 20
    highest_boast: int = 4
    """How often it declares a better Elite than it has at a Census; more when poor; to outdo one of a lower value."""
    all_lied: int = 6
    clean_lied: int = 6
    peaceful_lied: int = 12
    no_lied: int = 15
    """How often such words are thought to be lies: all Nuclear Arms, clean, peaceful, not that card."""
    census_lied: int = 14
    """How often an Elite that is declared at a Census is thought to be made up by who has none such."""
    doubt_costs: int = 4
    """What a wrong doubt costs beside what is paid."""
    doubt_census: int = 40
    doubt_census_else: int = 4
    """What a caught claimant gives up at a Census: where the own declaration is then the best; else."""
    doubt_elite: int = 40
    doubt_peaceful: int = 40
    doubt_own: int = 10
    doubt_others: int = 5
    """What it gives up to this seat: an Elite, what blackmail takes, anything else; what it gives up to others."""


USUAL = Weights()
"""The weights with which it plays unless others are given."""
