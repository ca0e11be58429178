"""Sealed papers: secret agreements between two seats, which either seat can open alone (protocol 9.3).

The contents of a paper are a few small numbers, its *terms*. The proposer's client publishes a commitment to the
terms, and a *box*: the terms encrypted with a key that only the two seats share. The state contains the pair, the
commitment, the box and a public record that belongs to the game. Clients store no terms, because they can decrypt the
box again at any time. So a restart loses nothing.

A game has the fields `papers: tuple[Paper, ...] = ()` and `setup` in its state, and derives its own class:

    class Pacts(Papers[State, Round]):
        term_count = 2                                        # its terms: two numbers 0..255

        def is_valid(self, state, paper, terms): ...             # True if the rules allow these terms
        def sample_terms(self, state, paper, chance): ...        # random terms for a world sampled by a third seat
        def on_opened(self, step, paper, terms, by): ...      # applies the terms of an opened paper
        def on_lapsed(self, step, paper): ...                 # nobody is left who can open the paper

    PACTS = Pacts(GAME_RULES)                                 # question "open papers", agenda item "papers"

    PACTS.seal(state, seat, partner, terms, own)              # in `options`: Sealed, a field of the proposal
    PACTS.check_sealed(state, seat, partner, decision.paper)  # in `check` of the proposal
    number = PACTS.offer(step, seat, partner, decision.paper, record)       # then ask the partner, `of_slots = True`
    PACTS.is_acceptable(state, number, own)                   # in `forced_answer` of its question: if False, refuse
    PACTS.sign(step, number) or PACTS.refuse(step, number)    # in `apply`

    PACTS.openings(state, seat, own, numbers)                 # in `options` of decisions with `opens: Openings`
    PACTS.check_openings(state, seat, decision.opens)         # in its `check`
    PACTS.open(step, {seat: decision.opens ...})              # in its `apply_all`, before anything else

    PACTS.demand(step, numbers)                               # both clients open these without their players
    step.schedule(("papers",), ("score",))                    # at the end: open all papers, then continue

By accepting, a partner confirms that it can decrypt the box. So both partners can answer a demand, and must do so. If
one of them is lost, the other opens the paper alone. If both are lost in that step, the paper becomes void. A match
cannot end while a paper is sealed. A third seat learns the two partners and nothing of the terms, since commitment and
box have 32 bytes each for any terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from core.engine.game import IllegalDecision, RandomSource, Setup
from core.engine.hidden.determinization import World
from core.engine.hidden.secrets import BOX_BYTES, HASH, MAX_TERMS, Secrets, Terms, paper_commitment
from core.engine.question import AgendaState, Duty, size_with_openings

if TYPE_CHECKING:
    from core.engine.agenda import GameRules, Step

PAPERS_PER_STEP = 64
"""Multiplier of the step in the number of a paper: a paper proposed by seat s in step t has number t * 64 + s."""


class Sealed(NamedTuple):
    """A proposed paper as it is sent: the commitment to its terms, and the terms encrypted for the partner.

    The commitment is empty under the null scheme.
    """

    commitment: bytes
    box: bytes


class Paper(NamedTuple):
    """A paper that has been proposed or signed and is still sealed.

    `record` is public and belongs to the game.
    """

    number: int
    proposer: int
    partner: int
    commitment: bytes
    box: bytes
    record: tuple[int, ...] = ()
    signed: bool = False

    @property
    def pair(self) -> tuple[int, int]:
        """The two seats that can open the paper."""
        return self.proposer, self.partner


class PaperOpening(NamedTuple):
    """The opening of a paper by one of its two seats; the salt is empty under the null scheme."""

    number: int
    terms: tuple[int, ...]
    salt: bytes


Openings = tuple[PaperOpening, ...]
MAX_OPENING_SIZE = 72
"""Maximum size of the opening of a paper, in bytes."""


class PaperOpened(NamedTuple):
    """Event: a paper was opened.

    `by` is the seat that chose to open it, or 0 if the rules demanded it.
    """

    proposer: int
    partner: int
    terms: tuple[int, ...]
    by: int


class PaperLapsed(NamedTuple):
    """Event: a paper became void, because no seat is left that could open it."""

    proposer: int
    partner: int


class PaperState(AgendaState, Protocol):
    """State of a game with sealed papers."""

    setup: Setup
    papers: tuple[Paper, ...]


S = TypeVar("S", bound=PaperState)
T = TypeVar("T", bound="Step[Any]")


class Opened(NamedTuple):
    """Decision that opens the papers whose opening the rules demand."""

    openings: Openings


class OpenPapersDuty(Duty[S, T, Opened, tuple[int, ...]]):
    """The duty of both partners to open papers when the rules demand it."""

    kind = "open papers"
    decision = Opened
    empty_answer = Opened(())
    of_slots = True

    def __init__(self, papers: Papers[S, T]) -> None:
        self.papers = papers

    def check(self, state: S, seat: int, decision: Opened, numbers: tuple[int, ...]) -> None:
        """Raise `IllegalDecision` unless exactly these papers are opened correctly."""
        if tuple(opening.number for opening in decision.openings) != numbers:
            raise IllegalDecision(seat, f"owes the openings of {len(numbers)} papers in their order", "duty")
        self.papers.check_openings(state, seat, decision.openings)

    def apply_all(
        self, step: T, decisions: Mapping[int, Opened], details: Mapping[int, tuple[tuple[int, ...]]]
    ) -> None:
        """Open the papers, and void those that no seat could open."""
        given = [opening for decision in decisions.values() for opening in decision.openings]
        for opening in sorted(given):
            self.papers.open_one(step, opening, 0)
        for number in sorted({number for (numbers,) in details.values() for number in numbers}):
            self.papers.lapse(step, number)

    def max_answer_size(self, state: S, seat: int, numbers: tuple[int, ...]) -> int:
        return size_with_openings(len(numbers), MAX_OPENING_SIZE)

    def forced_answer(self, state: S, seat: int, own: Secrets, numbers: tuple[int, ...]) -> Opened:
        return Opened(self.papers.openings(state, seat, own, numbers))


class Papers(Generic[S, T]):
    """The rules for sealed papers, with the question "open papers" and the agenda item "papers"."""

    term_count: int
    """Number of terms in a paper, 1..16; each term is a number 0..255."""

    def __init__(self, game_rules: GameRules) -> None:
        if not 0 < self.term_count <= MAX_TERMS:
            raise ValueError(f"the terms of a paper are 1 to {MAX_TERMS} numbers, not {self.term_count}")
        game_rules.papers = self
        self.demand_question = game_rules.question(OpenPapersDuty(self))
        game_rules.agenda("papers")(self._demand_all)

    # Hooks for games --------------------------------------------------------------------------------------------------

    def is_valid(self, state: S, paper: Paper, terms: Terms) -> bool:
        """Return True if the rules allow these terms; the partner's client refuses a paper with any others."""
        return True

    def sample_terms(self, state: S, paper: Paper, chance: RandomSource) -> Terms:
        """Return random terms that the paper may have, for a world sampled by a third seat.

        Their probabilities match the public knowledge about the paper.
        """
        raise NotImplementedError("a game with papers says what may be in them")

    def on_opened(self, step: T, paper: Paper, terms: Terms, by: int) -> None:
        """Apply the terms of a paper that has been opened and removed from the table.

        Terms that the rules forbid have no effect.
        """
        raise NotImplementedError("a game with papers says what comes of them")

    def on_lapsed(self, step: T, paper: Paper) -> None:
        """React to a paper that was removed from the table without being opened."""

    # Papers on the table ----------------------------------------------------------------------------------------------

    def paper(self, state: S, number: int) -> Paper | None:
        """Return the paper of this number, or None if it is not on the table."""
        return next((paper for paper in state.papers if paper.number == number), None)

    def signed_paper(self, state: S, a: int, b: int) -> Paper | None:
        """Return the signed paper between these two seats, or None if they have none."""
        return next((paper for paper in self.signed_papers(state, a) if b in paper.pair), None)

    def signed_papers(self, state: S, seat: int) -> tuple[Paper, ...]:
        """Return the signed papers of a seat."""
        return tuple(paper for paper in state.papers if paper.signed and seat in paper.pair)

    # Forging ----------------------------------------------------------------------------------------------------------

    def seal(self, state: S, seat: int, partner: int, terms: Terms, own: Secrets) -> Sealed:
        """Return a new paper with these terms, which the seat can propose in the next step."""
        if len(terms) != self.term_count:
            raise ValueError(f"{self.term_count} terms are due, not {len(terms)}")
        return Sealed(*own.encrypt_terms(state.t, partner, terms))

    def check_sealed(self, state: S, seat: int, partner: int, sealed: Sealed) -> None:
        """Raise `IllegalDecision` unless `sealed` is well-formed and addressed to another seat.

        Its contents cannot be checked, since only the two seats know them.
        """
        if partner == seat or not 1 <= partner <= state.setup.seats:
            raise IllegalDecision(seat, "proposes a paper to nobody")
        if len(sealed.commitment) != HASH * state.setup.sealed or len(sealed.box) != BOX_BYTES:
            raise IllegalDecision(seat, "proposes a paper without a commitment or a box")

    def offer(self, step: T, seat: int, partner: int, sealed: Sealed, record: tuple[int, ...] = ()) -> int:
        """Put a proposed paper on the table until its partner has answered, and return its number.

        A seat may propose one paper in a step.
        """
        number: int = step.state.t * PAPERS_PER_STEP + seat
        step.state.papers += (Paper(number, seat, partner, sealed.commitment, sealed.box, record),)
        return number

    def is_acceptable(self, state: S, number: int, own: Secrets) -> bool:
        """Return True if this client can read the paper, and the rules allow its terms."""
        paper = self.paper(state, number)
        return (
            paper is not None and (terms := self.terms(paper, own)) is not None and self.is_valid(state, paper, terms)
        )

    def sign(self, step: T, number: int) -> None:
        """Record the partner's signature, which confirms that the partner can read the paper."""
        state = step.state
        state.papers = tuple(paper._replace(signed=True) if paper.number == number else paper for paper in state.papers)

    def refuse(self, step: T, number: int) -> Paper | None:
        """Remove a paper from the table unopened; return the paper, or None if it was not on the table."""
        paper = self.paper(step.state, number)
        step.state.papers = tuple(other for other in step.state.papers if other is not paper)
        return paper

    # Opening ----------------------------------------------------------------------------------------------------------

    def terms(self, paper: Paper, own: Secrets) -> Terms | None:
        """Return the terms of the paper as this client reads them.

        Return None if the client's seat is not a partner of the paper or cannot decrypt it.
        """
        opening = self._read(paper, own)
        return None if opening is None else opening.terms

    def openings(self, state: S, seat: int, own: Secrets, numbers: Iterable[int]) -> Openings:
        """Return openings of those papers with these numbers that this client can read."""
        papers = (self.paper(state, number) for number in sorted(numbers))
        results = (self._read(paper, own) for paper in papers if paper is not None)
        return tuple(opening for opening in results if opening is not None)

    def check_openings(self, state: S, seat: int, openings: Openings) -> None:
        """Raise `IllegalDecision` unless these correctly open signed papers of the seat, in order of numbers."""
        numbers = [opening.number for opening in openings]
        if numbers != sorted(set(numbers)):
            raise IllegalDecision(seat, "opens papers out of their order")
        for number, terms, salt in openings:
            paper = self.paper(state, number)
            if paper is None or not paper.signed or seat not in paper.pair:
                raise IllegalDecision(seat, "opens a paper that it has not")
            well_formed = len(terms) == self.term_count and all(0 <= term < 256 for term in terms)
            if not well_formed or not self._agrees(state, paper, terms, salt):
                raise IllegalDecision(seat, f"opens its paper with seat {sum(paper.pair) - seat} falsely")

    def open(self, step: T, openings: Mapping[int, Openings]) -> None:
        """Apply checked openings that the seats chose to make, in seat order.

        A paper that both partners open is applied once.
        """
        for seat in sorted(openings):
            for opening in openings[seat]:
                self.open_one(step, opening, seat)

    def open_one(self, step: T, opening: PaperOpening, by: int) -> None:
        """Apply one checked opening; do nothing if the paper is already open."""
        paper = self.refuse(step, opening.number)
        if paper is not None:
            step.emit(PaperOpened(*paper.pair, opening.terms, by))
            self.on_opened(step, paper, opening.terms, by)

    def demand(self, step: T, numbers: Iterable[int]) -> None:
        """Ask both partners of the signed papers with these numbers to open them, before anything else happens.

        The caller must first put the item that continues the match on the agenda.
        """
        due = set(numbers)
        for seat in range(1, step.state.setup.seats + 1):
            owed = tuple(paper.number for paper in self.signed_papers(step.state, seat) if paper.number in due)
            if owed:
                step.ask(self.demand_question, seat, owed)

    def _demand_all(self, step: T) -> None:
        state = step.state
        for paper in state.papers:
            if not paper.signed:
                self.refuse(step, paper.number)
        self.demand(step, [paper.number for paper in state.papers])

    def lapse(self, step: T, number: int) -> None:
        """Void the paper if it is on the table, since no seat can open it."""
        paper = self.refuse(step, number)
        if paper is not None:
            step.emit(PaperLapsed(*paper.pair))
            self.on_lapsed(step, paper)

    # Continued matches (PROTOCOL 14.10) and imagined worlds -----------------------------------------------------------

    def carry(self, first: S, setup: Setup) -> None:
        """Bind new papers to the new match."""
        first.setup = setup

    def lapse_all(self, step: T) -> None:
        """Void all papers, since nobody has the keys of the old match."""
        for paper in step.state.papers:
            self.lapse(step, paper.number)

    def sample_hidden(self, state: S, own: Secrets, chance: RandomSource, world: World[S]) -> None:
        """Replace the papers of a sampled world by papers that all seats of the world can open.

        The seat's own papers keep their terms, and all others receive random possible terms.
        """
        papers = []
        for paper in state.papers:
            terms = self.terms(paper, own)
            if terms is None:
                terms = self.sample_terms(state, paper, chance)
            proposer = world.secrets[paper.proposer]
            _, box = proposer.encrypt_terms(paper.number // PAPERS_PER_STEP, paper.partner, terms)
            papers.append(paper._replace(commitment=b"", box=box))
        world.state.setup = state.setup._replace(sealed=False)
        world.state.papers = tuple(papers)

    # ------------------------------------------------------------------------------------------------------------------

    def _read(self, paper: Paper, own: Secrets) -> PaperOpening | None:
        if own.seat not in paper.pair:
            return None
        read = own.decrypt_terms(
            paper.number // PAPERS_PER_STEP, *paper.pair, paper.commitment, paper.box, self.term_count
        )
        return None if read is None else PaperOpening(paper.number, *read)

    def _agrees(self, state: S, paper: Paper, terms: Terms, salt: bytes) -> bool:
        if not state.setup.sealed:
            return salt == b""
        t = paper.number // PAPERS_PER_STEP
        return paper.commitment == paper_commitment(state.setup.match, t, *paper.pair, terms, salt)
