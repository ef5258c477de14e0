"""Proof that a board needs no guess: see `make_certificate` and `check_certificate`."""

from sapper.games.certificates.certificate import Certificate, CertifiedMove
from sapper.games.certificates.certify import certify_game, make_certificate
from sapper.games.certificates.checker import Finding, check_certificate

__all__ = [
    "Certificate",
    "CertifiedMove",
    "Finding",
    "certify_game",
    "check_certificate",
    "make_certificate",
]
