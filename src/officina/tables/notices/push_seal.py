"""What a push message is sent as: sealed for one browser (RFC 8291, aes128gcm), signed by this server (RFC 8292, VAPID).

Push services see to whom and when, and a size that says nothing: messages are padded. Of ``cryptography`` only the curve, the
cipher and the signature are used; everything between them stands here.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import struct
import time
from typing import Final

import msgspec
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from officina.tables.notices.push_keys import PushKey, decoded, encoded

RECORD: Final = 4096
"""A whole message is one record of so many bytes at most: no push service takes more."""
PADDED: Final = 512
"""The length of a message is a multiple of it."""
MOST_TEXT: Final = 3072
AUTH_BYTES: Final = 16
SALT_BYTES: Final = 16
LAST: Final = b"\x02"
TOKEN_SECONDS: Final = 12 * 3600
"""A signature is good for so long; a day is the most that push services take."""


def one(key: bytes, info: bytes) -> bytes:
    """One block of HMAC-SHA-256, which is all of HKDF that is needed here."""
    return hmac.new(key, info, hashlib.sha256).digest()


def is_point(p256dh: bytes) -> bool:
    """Whether it is a public key on the curve."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    except (ValueError, InvalidKey):
        return False
    return True


def sealed(
    text: bytes, p256dh: bytes, auth: bytes, salt: bytes = b"", own: ec.EllipticCurvePrivateKey | None = None, pad: int = PADDED
) -> bytes:
    """The body of a push message that only the browser of those keys can read.

    ``salt`` and ``own`` key are new for each message; the worked example of RFC 8291 brings them along.
    """
    if len(text) > MOST_TEXT:
        raise ValueError("too long for a push message")
    salt = salt or secrets.token_bytes(SALT_BYTES)
    own = own or ec.generate_private_key(ec.SECP256R1())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), p256dh)
    ours = own.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = one(one(auth, own.exchange(ec.ECDH(), theirs)), b"WebPush: info\0" + p256dh + ours + b"\x01")
    secret = one(salt, shared)
    key = one(secret, b"Content-Encoding: aes128gcm\0\x01")[:16]
    nonce = one(secret, b"Content-Encoding: nonce\0\x01")[:12]
    plain = text + LAST
    plain += bytes(-len(plain) % pad)
    return salt + struct.pack(">LB", RECORD, len(ours)) + ours + AESGCM(key).encrypt(nonce, plain, None)


def signed(key: PushKey, audience: str, subject: str, now: float | None = None) -> str:
    """The header that says whose message it is: a token for that push service, signed with the key."""
    claims: dict[str, object] = {"aud": audience, "exp": int((time.time() if now is None else now) + TOKEN_SECONDS)}
    if subject:
        claims["sub"] = subject
    head = {"typ": "JWT", "alg": "ES256"}
    text = ".".join(encoded(msgspec.json.encode(part)) for part in (head, claims))
    private = ec.derive_private_key(int.from_bytes(decoded(key.private), "big"), ec.SECP256R1())
    r, s = decode_dss_signature(private.sign(text.encode(), ec.ECDSA(SHA256())))
    token = f"{text}.{encoded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={key.public}"
