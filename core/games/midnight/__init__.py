"""The game Midnight, with one module for each part of its rules.

Comments cite the rules by part and ruling (4.6, R8), and the rules for hidden cards by section of the protocol.
"""
