# coding: utf-8
"""What several flaws are made of, and no flaw."""
