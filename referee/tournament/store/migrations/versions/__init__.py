"""A file a step, each with the ``revision`` that it makes and the ``down_revision`` that it starts from.

A new one: ``v0002_what_it_does.py``, with ``REVISION`` in ``schema.py``; a test holds that schema and steps agree. A
step that was released is never changed.
"""
