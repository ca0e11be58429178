"""Proofs of misbehaviour: evidence, disputes over states, reports."""
