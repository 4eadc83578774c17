# coding: utf-8
"""The reference client: the least Python that speaks memcached's text protocol correctly over a plain socket."""
import sys

__version__ = sys.version.split()[0]
