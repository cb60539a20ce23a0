"""The nginx of docs/deploy.md, in front of a real server: https, the cookie, the Origin check."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.serving import PATIENCE, serving

ROOT = Path(__file__).resolve().parent.parent
NGINX = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
OPENSSL = shutil.which("openssl")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[str]:
    """The https address of the documented nginx, with its ports and certificate in other places."""
    if NGINX is None or OPENSSL is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("nginx or openssl was not found")
    (example,) = re.findall(r"```nginx\n(.*?)```", (ROOT / "docs" / "deploy.md").read_text(), re.DOTALL)
    key, certificate, port = tmp_path / "key", tmp_path / "certificate", free_port()
    subprocess.run(
        [
            OPENSSL,
            "req",
            "-x509",
            "-newkey",
            "rsa:2048",
            "-nodes",
            "-keyout",
            key,
            "-out",
            certificate,
            "-days",
            "1",
            "-subj",
            "/CN=scoundrel.example",
        ],
        check=True,
        capture_output=True,
    )
    with serving(tmp_path) as server:
        moved = {
            "127.0.0.1:8000": f"127.0.0.1:{server.port}",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ": f"listen 127.0.0.1:{port} ",
            "/etc/ssl/scoundrel.pem": str(certificate),
            "/etc/ssl/scoundrel.key": str(key),
        }
        for documented, here in moved.items():
            assert documented in example
            example = example.replace(documented, here)
        folders = "".join(
            f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        )
        user = "user root;" if os.geteuid() == 0 else ""
        config = tmp_path / "nginx.conf"
        config.write_text(
            f"{user}\ndaemon off;\nworker_processes 1;\npid {tmp_path}/pid;\nerror_log {tmp_path}/errors;\n"
            f"events {{}}\nhttp {{\naccess_log off;\n{folders}{example}}}\n"
        )
        command = [NGINX, "-p", tmp_path, "-e", tmp_path / "errors", "-c", config]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr
        nginx = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield f"https://127.0.0.1:{port}"
        finally:
            nginx.terminate()
            nginx.wait(PATIENCE)


def unverified() -> ssl.SSLContext:
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def test_a_move_goes_through_the_documented_nginx(proxied: str):
    with httpx.Client(base_url=proxied, verify=unverified(), trust_env=False, timeout=PATIENCE) as browser:
        page = browser.get("/")
        assert page.status_code == 200
        assert "; Secure" in page.headers["set-cookie"]
        assert page.headers["strict-transport-security"]
        action = re.search(r'action="(/games/[\w-]+/moves)"', page.text)
        move = re.search(r'name="move" value="([^"]+)"', page.text)
        assert action
        assert move
        form = {"turn": "0", "move": move[1]}
        refused = browser.post(action[1], data=form, headers={"Origin": "https://elsewhere.example"})
        assert refused.status_code == 403
        moved = browser.post(action[1], data=form, headers={"Origin": proxied})
        assert moved.status_code == 303
        assert browser.get(moved.headers["location"]).status_code == 200
        too_much = browser.post(action[1], data=form | {"move": "x" * 20000}, headers={"Origin": proxied})
        assert too_much.status_code == 413
