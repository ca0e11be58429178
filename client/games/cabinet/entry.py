"""Entry of Cabinet in the client's list of games."""

from client.art.sound.music import Bed
from client.games.entry import About, Entry, Lesson

ENTRY = Entry(
    table="client.games.cabinet.table:TABLE",
    rulebook="client.games.cabinet.rulebook:BOOK",
    sheets="client.games.cabinet.sheets:SHEETS",
    about=About(
        "30-45",
        "one team",
        "Govern together: pay for Milestones, and hold off the Challenges that you see coming. "
        "You all win or all lose.",
        goal="Reach the target together before the Challenge deck runs out.",
    ),
    cover="client.games.cabinet.cover:cover",
    lesson=Lesson("client.games.cabinet.lesson.spec:LESSON", "Five minutes: four turns to the points that win"),
    music=Bed(
        87.31,
        ((0, 7, 12, 16), (-3, 9, 12, 16), (5, 12, 17, 21), (-5, 10, 14, 19)),
        ((2, 28), (6, 24), (12, 31), (18, 29), (22, 24), (27, 26), (30, 28)),
        0.22,
    ),
    sounds={
        "CardDrawn": "draw",
        "MilestonesDrawn": "flip",
        "MilestoneChosen": "bid",
        "MilestoneAchieved": "permanence",
        "MilestonePutUnder": "clack",
        "MinistryPlayed": "spell",
        "MinistryPlaced": "lock",
        "CardShared": "step",
        "CardsPledged": "tick",
        "CardsPaid": "coin",
        "PaymentShort": "fizzle",
        "ChallengeFlipped": "horn",
        "ChallengePaid": "heal",
        "ChallengeRemoved": "break",
        "ChallengeStays": "trap",
        "ChallengePasses": "trap",
        "CardsForeseen": "flip",
        "PortfolioTaken": "lock",
        "ChallengeAverted": "seal",
        "TimePassed": "strike",
        "UpkeepDue": "pay",
        "UpkeepSkipped": "heal",
        "DeckShuffled": "shuffle",
        "SwapProposed": "flip",
        "SwapAnswered": "link",
        "CardsTaken": "draw",
    },
)
