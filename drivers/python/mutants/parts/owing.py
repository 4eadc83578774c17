# coding: utf-8
"""A connection on which a reply to another call is still owed."""
from cachemark_driver.reference.reply import MORE


def late(reply, _):
    """The value of the next reply, whichever key it names; what is not a value is a miss."""
    stop = reply.find(b"\r\n")
    if stop < 0:
        return MORE
    if not reply.startswith(b"VALUE "):
        return None
    size = int(reply[:stop].split(b" ")[3])
    value = reply[stop + 2:stop + 2 + size]
    return value if len(value) == size else MORE
