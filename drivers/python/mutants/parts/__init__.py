# coding: utf-8
"""What several mutants are made of, and no mutant."""
