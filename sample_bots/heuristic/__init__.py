"""``heuristic``: a computer opponent with opinions, and a look at what each of its moves would lead to.

Four files, one purpose each: ``worth`` says what a position and a hand are worth, ``robber`` where to send the robber
and whom to rob, ``trades`` what to offer and what to take, ``bot`` puts them together, phase by phase. Begin there.
"""
