"""Proofs of misbehaviour: evidence against seats, disputes over states, and the files of both."""

__all__ = ["desync", "evidence", "report_files", "state_dispute"]
