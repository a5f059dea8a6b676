"""Tests of seats that people play."""
