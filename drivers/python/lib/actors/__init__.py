# coding: utf-8
"""Processes that make single calls while something goes wrong (`enter`, `act` and `leave` of protocol/spec.md)."""
