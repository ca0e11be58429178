"""The market deck of Age III."""

from core.games.bridgefront.abilities import (
    BLOOD_LEDGER,
    BREACH,
    CENTER_BANNER,
    SERVES_AS_CAPITAL,
    TACTICAL_HAND,
    TEMPEST,
)
from core.games.bridgefront.card import champion, limit_to_three_players, order, spell, victory
from core.games.bridgefront.catalogue import DECKS, add
from core.games.bridgefront.effects.bridges import Destroy, Link
from core.games.bridgefront.effects.combat import (
    MORE_THAN_ANY,
    Damage,
    DoubleLoneChampion,
    Heal,
    MarkSelf,
    Strike,
    encircle,
    heal,
)
from core.games.bridgefront.effects.economy import (
    Discard,
    DiscardNamed,
    Draw,
    GainRandom,
    Gold,
    LayOnTop,
    NeedsMana,
    NextChampionFree,
    ScoreOnCenter,
    Squeeze,
)
from core.games.bridgefront.effects.forces import Deploy, DeployPerCard, DeployTo
from core.games.bridgefront.effects.movement import DrawOnContact, Lift, Move
from core.games.bridgefront.places import (
    ANY_HEX,
    ANY_MINE,
    CAPITAL_BESIDE_YOU,
    ENEMIES_NEAR_YOUR_CHAMPION,
    ENEMY_NEAR_YOUR_CHAMPION,
    OCCUPIED_PLACE,
    YOUR_CHAMPION_AT_HOME,
)

add(
    "Market III",
    DECKS[2],
    [
        # A Movement
        order("Grand Maneuver", 3, (45, 110), Move(3), Move(3, second=True)),
        order("Ghost Step", 1, (30, 95), Move(2, bridges=False), burn=True),
        order("Final Push", 1, (55, 125), Move(1), DrawOnContact(2)),
        order("Extraction Run", 1, (70, 145), Lift(ANY_MINE), Gold(1)),
        # B Recruitment
        order("Deep Reserves", 2, (80, 155), Deploy(8), gold=2),
        order("Endless Conscription", 2, (60, 130), DeployPerCard(), gold=1),
        order("Elite Guard", 2, (50, 120), Deploy(5), Heal(YOUR_CHAMPION_AT_HOME, optional=True, amount=2), gold=3),
        order("Forward Legion", 1, (70, 145), DeployTo(5, OCCUPIED_PLACE), gold=3),
        # C Economy
        order("Royal Mint", 1, (65, 135), Gold(5)),
        order("Market Squeeze", 2, (45, 115), Squeeze(3)).with_screen_name("Archive Squeeze"),
        order("Black Market Pull", 1, (35, 100), GainRandom(3, 2), burn=True).with_screen_name("Black Archive Pull"),
        limit_to_three_players(order("Pulling Strings", 2, (35, 100), MarkSelf("pulling strings"))),
        # D Deckcraft
        order("Master Plan", 1, (30, 95), Draw(4), Discard(2)),
        order("Perfect Cycle", 1, (45, 110), Draw(1), Discard(1, "burn")),
        order("Tome of Orders", 1, (60, 130), Draw(2), LayOnTop()),
        order("Last Lecture", 2, (80, 155), Draw(5), burn=True),
        # E Combat / Tactics
        spell("Execution Order", 2, (35, 100), Damage(ENEMY_NEAR_YOUR_CHAMPION, amount=3)),
        spell("Attrition", 1, (65, 135), Strike(ENEMIES_NEAR_YOUR_CHAMPION, forces=3, damage=1)),
        spell("Civilizational Hero", 2, (65, 135), DoubleLoneChampion(), gold=1),
        spell(
            "Complete Encirclement", 2, (70, 145), encircle(MORE_THAN_ANY, damage=3, neighbours=4, enemies_only=False)
        ),
        # F Bridges / Terrain
        order("Ruin the Span", 3, (60, 130), Destroy(2, anywhere=True)),
        spell("Wormhole Gate", 3, (45, 110), Link(ANY_HEX), burn=True),
        # G Synergy / Gambits
        spell("Siege Writ", 1, (70, 145), Strike(CAPITAL_BESIDE_YOU, 4)),
        order("Last Contract", 1, (20, 90), NextChampionFree(), burn=True),
        # H Victory
        victory("Monument Plan", "Basalt Monument", 1, (60, 130), DiscardNamed(1, 1), copies=2, vp=2),
        victory("Conquest Record", "Carved Conquest", 1, (50, 120), Gold(3), copies=2),
        victory("Final Oath", "Undying Oath", 1, (35, 105), heal(2), copies=2),
        victory("Timer", "Binding Hour", 3, (35, 105), NeedsMana(5), ScoreOnCenter(3), burn=True),
        # I Champions
        champion(
            "Logistics Officer", 2, (2, 4, 6), (55, 125), hp=4, dice=2, hits_on=3, bounty=3, ability=SERVES_AS_CAPITAL
        ),
        champion("Titan Vanguard", 3, (2, 4, 6), (70, 145), hp=10, dice=2, hits_on=3, bounty=5),
        champion(
            "Center Bannerman", 2, (2, 4, 6), (55, 125), hp=3, dice=2, hits_on=2, bounty=5, ability=CENTER_BANNER
        ).with_screen_name("Axis Bannerman"),
        champion("Blood Banker", 2, (2, 4, 6), (55, 125), hp=7, dice=2, hits_on=3, bounty=3, ability=BLOOD_LEDGER),
        champion("Stormcaller", 3, (2, 4, 6), (45, 110), hp=8, dice=3, hits_on=2, bounty=4, ability=TEMPEST),
        champion("Grand Strategist", 2, (2, 4, 6), (25, 90), hp=6, dice=2, hits_on=3, bounty=3, ability=TACTICAL_HAND),
        champion("Capital Breaker", 3, (2, 4, 6), (60, 130), hp=8, dice=3, hits_on=3, bounty=4, ability=BREACH),
    ],
)
