"""Words that all games share: catalogues of cards, results, audits and prompts.

Texts are no part of the rules' hash.
"""

__all__ = ["audits", "catalogue", "outcome", "plain", "prompts", "words"]
