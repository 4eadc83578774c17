# coding: utf-8
"""Processes that are told to make single calls while something goes wrong (`enter`, `act`, `leave`)."""
