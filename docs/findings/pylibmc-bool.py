# coding: utf-8
"""pylibmc stores a boolean as a number, and returns a number.

Usage: python3 pylibmc-bool.py HOST:PORT, with pylibmc, and a memcached there. Ends with 1 if a number was returned."""
import sys

import pylibmc

client = pylibmc.Client([sys.argv[1]])
client.set("k1", False)
value = client.get("k1")
print("set(k1, False), and get returned %r" % (value,))
sys.exit(0 if value is False else 1)
