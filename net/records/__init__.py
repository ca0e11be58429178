"""Match records: files, their verification, and matches that go on from one."""
