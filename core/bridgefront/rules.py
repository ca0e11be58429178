"""What the chapters declare and how a step of Bridgefront resolves; see `core.kernel.agenda`."""

from __future__ import annotations

from core.bridgefront.state import Bridgefront
from core.kernel import agenda as kernel

CHAPTERS = kernel.Chapters()
AGENDA, CHECKS, ANSWERS = CHAPTERS.agendas, CHAPTERS.checks_, CHAPTERS.answers_
agenda, checks, answers = CHAPTERS.agenda, CHAPTERS.checks, CHAPTERS.answers


class Step(kernel.Step[Bridgefront]):
    """The resolution of one step of a Bridgefront match."""

    __slots__ = ()
    chapters = CHAPTERS
