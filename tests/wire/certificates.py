# SPDX-License-Identifier: EUPL-1.2
"""Certificates for tests of TLS, made by the openssl command."""

import ssl
import subprocess

NAMES = "subjectAltName=IP:127.0.0.1,DNS:localhost,DNS:register.example"


class Identity:
    """A certificate that signs itself, and its key, as files."""

    def __init__(self, folder, name="server", days=30, passphrase=None):
        self.certificate = folder / f"{name}.crt"
        self.key = folder / f"{name}.key"
        protection = ["-passout", f"pass:{passphrase}"] if passphrase else ["-nodes"]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", *protection, "-days", str(days),
             "-subj", f"/CN={name}", "-addext", NAMES, "-keyout", self.key, "-out", self.certificate],
            check=True, capture_output=True)
        self.key.chmod(0o600)

    @property
    def settings(self):
        return {"ORGREG_TLS_CERTIFICATE": str(self.certificate), "ORGREG_TLS_KEY": str(self.key)}

    def context(self):
        """For a client that trusts this certificate alone."""
        return ssl.create_default_context(cafile=self.certificate)

    def replace_by(self, other):
        """Puts the files of another one in the place of these, as programs that renew certificates do."""
        for mine, its in ((self.certificate, other.certificate), (self.key, other.key)):
            new = mine.with_suffix(".new")
            new.write_bytes(its.read_bytes())
            new.chmod(0o600)
            new.rename(mine)
