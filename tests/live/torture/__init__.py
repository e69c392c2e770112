"""Runs that are stopped, and run again: docs/interruption.md."""
