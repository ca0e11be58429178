"""Proofs of misbehaviour: evidence against a seat, disputes over states, and their files."""

__all__ = ["desync", "evidence", "report_files", "state_dispute"]
