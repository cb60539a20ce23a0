"""`python -m app` as a program: how it starts, what it says when it can't, and how it ends."""

import contextlib
import json
import os
import re
import signal
import socket
import stat
import threading
import time
from pathlib import Path

import httpx
import pytest

from tests.serving import PATIENCE, Served, refused, serving


def players_cookie(answer: httpx.Response) -> str:
    (cookie,) = answer.headers.get_list("set-cookie")
    return cookie


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def workers_of(pid: int) -> list[int]:
    """The server processes that this one started (and not Python's own resource tracker beside them)."""
    children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


def asking_slowly(server: Served) -> socket.socket:
    """A request whose body has not arrived whole."""
    body = b'{"seed": "a"}'
    slow = socket.create_connection((server.host, server.port), timeout=PATIENCE)
    head = f"POST /api/v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    slow.sendall(head.encode() + b"\r\n\r\n" + body[:5])
    time.sleep(0.5)
    return slow


def answered(slow: socket.socket) -> bytes:
    slow.sendall(b'{"seed": "a"}'[5:])
    answer = b""
    while more := slow.recv(65536):
        answer += more
    return answer


def test_the_first_start_makes_the_database_and_its_folder(tmp_path: Path):
    with serving(tmp_path) as server:
        assert server.address == f"http://127.0.0.1:{server.port}/"
        assert server.get("/").status_code == 200
        assert server.get("/healthz").text == "ok\n"
    database = tmp_path / "var" / "scoundrel.db"
    assert database.stat().st_size > 0
    assert not stat.S_IMODE(database.stat().st_mode) & stat.S_IRWXO, "other users of the machine can read it"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_told_to_stop_it_ends_cleanly(tmp_path: Path, how: signal.Signals):
    with serving(tmp_path, log_level="warning") as server:
        with httpx.Client(trust_env=False) as kept_alive:
            assert kept_alive.get(server.address).status_code == 200
            code, seconds = server.stop(how)
        assert code == 0
        assert seconds < 5
        assert server.complained() == ""
        assert server.process.stdout
        assert server.process.stdout.read() == "", "one line is all it says"


def test_a_request_under_way_is_answered_before_the_end(tmp_path: Path):
    with serving(tmp_path) as server, asking_slowly(server) as slow:
        server.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((server.host, server.port), timeout=PATIENCE)
        answer = answered(slow)
        assert answer.startswith(b"HTTP/1.1 201 ")
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["turn"] == 0
        assert server.process.wait(PATIENCE) == 0


def test_a_request_that_never_ends_does_not_hold_the_server(tmp_path: Path):
    with serving(tmp_path) as server, asking_slowly(server):
        code, seconds = server.stop()
    assert code == 0
    assert seconds < 10


def test_a_move_that_was_answered_survives_being_killed(tmp_path: Path):
    with serving(tmp_path) as server, httpx.Client(trust_env=False, timeout=PATIENCE) as player:
        made = player.post(f"{server.address}api/v1/games", json={"seed": "a"})
        cookies = dict(made.cookies)
        game = made.json()
        path = f"api/v1/games/{game['id']}"
        moved = player.post(f"{server.address}{path}/moves", json={"turn": 0, "move": game["moves"][0]})
        assert moved.status_code == 200
        code, _ = server.stop(signal.SIGKILL)
        assert code == -signal.SIGKILL
    with serving(tmp_path) as server:
        again = httpx.get(server.address + path, cookies=cookies, trust_env=False, timeout=PATIENCE)
        assert again.json() == {name: told for name, told in moved.json().items() if name != "deeds"}
        assert again.json()["turn"] == 1


def test_a_player_is_known_again_after_a_restart(tmp_path: Path):
    with serving(tmp_path) as server:
        first = server.get("/")
        cookies = dict(first.cookies)
    with serving(tmp_path) as server:
        again = httpx.get(server.address, cookies=cookies, trust_env=False, timeout=PATIENCE)
        assert again.text == first.text


def test_a_port_in_use_is_one_clear_line(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, lines = refused(tmp_path, port=str(port))
    assert code == 1
    assert lines == [f"scoundrel: SCOUNDREL_PORT: can't listen on 127.0.0.1 port {port}: Address already in use"]
    assert not (tmp_path / "var").exists(), "nothing was made"


def test_a_host_that_is_not_ours_is_one_clear_line(tmp_path: Path):
    code, (line,) = refused(tmp_path, host="203.0.113.1")
    assert code == 1
    assert line.startswith("scoundrel: SCOUNDREL_PORT: can't listen on 203.0.113.1 port 0: ")


def test_wrong_settings_are_a_line_each(tmp_path: Path):
    code, lines = refused(tmp_path, database_url="mysql://me:hush@localhost/games", workers="none")
    assert code == 2
    assert [line.split(": ")[:2] for line in lines] == [
        ["scoundrel", "SCOUNDREL_DATABASE_URL"],
        ["scoundrel", "SCOUNDREL_WORKERS"],
    ]
    assert not any("hush" in line for line in lines)


def test_a_database_that_cannot_be_made_is_one_clear_line(tmp_path: Path):
    (tmp_path / "taken").write_text("a file, not a folder")
    code, (line,) = refused(tmp_path, database_url="sqlite:///taken/scoundrel.db")
    assert code == 1
    assert line.startswith("scoundrel: SCOUNDREL_DATABASE_URL: ")
    assert "taken" in line


def test_a_file_that_is_no_database_is_one_clear_line_and_stays(tmp_path: Path):
    letter = b"Dear diary, today I avoided a room. " * 100
    (tmp_path / "letter").write_bytes(letter)
    code, (line,) = refused(tmp_path, database_url="sqlite:///letter")
    assert code == 1
    assert line.startswith("scoundrel: SCOUNDREL_DATABASE_URL: ")
    assert (tmp_path / "letter").read_bytes() == letter


def turn_away(doors: socket.socket) -> None:
    """Answer as a PostgreSQL does that doesn't take the password, until the doors are closed."""
    fields = b'SFATAL\0C28P01\0Mpassword authentication failed for user "me"\0\0'
    with contextlib.suppress(OSError):
        while True:
            guest, _ = doors.accept()
            with guest:
                if guest.recv(8).endswith(b"\x04\xd2\x16\x2f"):  # "may we speak TLS?"
                    guest.sendall(b"N")
                    guest.recv(8)
                guest.recv(1024)
                guest.sendall(b"E" + (len(fields) + 4).to_bytes(4, "big") + fields)


def test_a_postgresql_that_turns_us_away_is_one_clear_line_without_the_password(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as doors:
        threading.Thread(target=turn_away, args=[doors], daemon=True).start()
        url = f"postgresql://me:hush@127.0.0.1:{doors.getsockname()[1]}/games"
        code, (line,) = refused(tmp_path, database_url=url)
        doors.shutdown(socket.SHUT_RDWR)
    assert code == 1
    assert line.startswith("scoundrel: SCOUNDREL_DATABASE_URL: ")
    assert "password authentication failed" in line
    assert "hush" not in line


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at the processes as Linux shows them")
def test_two_workers_share_the_port_and_end_together(tmp_path: Path):
    with serving(tmp_path, workers="2", log_level="warning") as server:
        cookies = dict(server.get("/").cookies)
        pages = [httpx.get(server.address, cookies=cookies, trust_env=False, timeout=PATIENCE).text for _ in range(20)]
        games = {game for page in pages for game in re.findall(r"/games/([\w-]+)/moves", page)}
        assert len(games) == 1, "both know the player"
        workers = workers_of(server.process.pid)
        assert len(workers) == 2
        code, seconds = server.stop()
        assert code == 0
        assert seconds < 5
        assert not any(alive(pid) for pid in workers)
        assert server.complained() == ""


def test_log_lines_can_be_json(tmp_path: Path):
    with serving(tmp_path, log_format="json", access_log="true") as server:
        server.get("/healthz")
        assert server.stop()[0] == 0
        lines = [json.loads(line) for line in server.complained().splitlines()]
    assert {"time", "level", "logger", "message"} == set(lines[-1])
    assert '"GET /healthz HTTP/1.1" 200' in lines[-1]["message"]


def test_requests_are_not_logged_unless_asked_for(tmp_path: Path):
    with serving(tmp_path) as server:
        server.get("/healthz")
        assert server.stop()[0] == 0
        assert "GET" not in server.complained()


def test_https_is_believed_from_a_trusted_proxy_alone(tmp_path: Path):
    with serving(tmp_path, trusted_proxies="127.0.0.1") as server:
        assert "Secure" in players_cookie(server.get("/", x_forwarded_proto="https"))
        assert "Secure" not in players_cookie(server.get("/"))
    with serving(tmp_path, trusted_proxies="none") as server:
        assert "Secure" not in players_cookie(server.get("/", x_forwarded_proto="https"))


def test_the_server_does_not_tell_what_it_is_made_of(tmp_path: Path):
    with serving(tmp_path) as server:
        assert "server" not in server.get("/").headers
