"""Texts that all games share, such as card lists, results, audits and prompts.

Texts are not part of the hash of the rules.
"""

__all__ = ["audits", "catalogue", "outcome", "plain", "prompts", "rules_file", "statistics", "words"]
