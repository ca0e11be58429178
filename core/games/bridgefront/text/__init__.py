"""The match in words.

Nothing in this package can change a step, so it is no part of the rules hash.
"""
