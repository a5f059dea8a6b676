"""Tries to reach the world and the machine: opens_sockets PORT NAME PATH.

PORT is of a listener for TCP and one for UDP on 127.0.0.1, NAME of a listener in the abstract name space of UNIX
sockets, PATH of one in the file system.
"""

import socket
import sys

from tests.bots.findings import Findings
from tests.bots.manners import requests, say

port, name, path = int(sys.argv[1]), sys.argv[2], sys.argv[3]
findings = Findings()
for deed, family, kind, address in (
    ("connect by TCP", socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", port)),
    ("send by UDP", socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", port)),
    ("find a way to the world", socket.AF_INET, socket.SOCK_DGRAM, ("192.0.2.1", 53)),
    ("find a way to the world by IPv6", socket.AF_INET6, socket.SOCK_DGRAM, ("2001:db8::1", 53)),
    ("connect to an abstract socket", socket.AF_UNIX, socket.SOCK_STREAM, f"\0{name}"),
    ("connect to a socket in a folder", socket.AF_UNIX, socket.SOCK_STREAM, path),
):
    with findings.trying(deed), socket.socket(family, kind) as opened:
        opened.settimeout(2)
        opened.connect(address)
        opened.send(b"hello")
for deed, family, kind, protocol in (
    ("open a raw socket", socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
    ("open a packet socket", socket.AF_PACKET, socket.SOCK_RAW, 0),
    ("open a netlink socket", socket.AF_NETLINK, socket.SOCK_RAW, 0),
    ("open a VM socket", socket.AF_VSOCK, socket.SOCK_STREAM, 0),
    ("open a crypto socket", socket.AF_ALG, socket.SOCK_SEQPACKET, 0),
):
    with findings.trying(deed), socket.socket(family, kind, protocol):
        pass
findings.report()
say("ready talker")
for request in requests():
    say(request.answer)
