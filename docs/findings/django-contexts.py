# coding: utf-8
"""Threads in copies of one context share the connection of Django's PyMemcacheCache.

Usage: python3 django-contexts.py HOST:PORT [pool], with Django, asgiref 3.7 or later and pymemcache, and a memcached there. Ends with
1 if a thread did not get its own value."""
import contextvars
import os
import sys
import threading

from django.core.cache import CacheHandler

THREADS, CALLS, PATIENCE_S = 7, 300, 3
settings = {"BACKEND": "django.core.cache.backends.memcached.PyMemcacheCache", "LOCATION": [sys.argv[1]],
            "OPTIONS": {"use_pooling": "pool" in sys.argv}}
caches = CacheHandler({"default": settings})
for number in range(THREADS):
    caches["default"].set("k%d" % number, "value of k%d" % number)

disturbed = {}


def work(number):
    """Reads the key of one thread."""
    disturbed[number] = "did not return in %d s" % PATIENCE_S
    said = None
    for _ in range(CALLS):
        try:
            value = caches["default"].get("k%d" % number)
            if value != "value of k%d" % number:
                said = said or "returned %r" % (value,)
        except Exception as error:
            said = said or "raised %s" % type(error).__name__
    disturbed[number] = said


threads = [threading.Thread(target=contextvars.copy_context().run, args=(work, number), daemon=True) for number in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join(PATIENCE_S / float(THREADS))
for number, said in sorted(disturbed.items()):
    if said:
        print("get(k%d) %s" % (number, said))
print("%d of %d threads were disturbed" % (len([said for said in disturbed.values() if said]), THREADS))
sys.stdout.flush()
os._exit(1 if any(disturbed.values()) else 0)
