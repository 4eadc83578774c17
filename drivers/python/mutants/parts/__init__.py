# coding: utf-8
"""The parts that several mutants share. None is a mutant."""
