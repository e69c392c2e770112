"""Stands between a client and the server, reads the messages of PostgreSQL's protocol, and counts the statements.

A `Watch` is told of each statement before the server sees it and of each answer before the client does, and may do
meanwhile what it likes: cut the connection, say, or kill the client. Both are called on the connection's own thread,
so nothing passes while it is at work.
"""

import contextlib
import os
import select
import socket
import struct
import threading

CANCEL = 80877102
ENCRYPTION = (80877103, 80877104)  # asks for SSL or GSSAPI
CHUNK = 1 << 16


class Watch:
    """Lets everything pass."""

    def statement(self, connection, number, text):
        """Statement `number` of the run, from 0, was read from the client. What it returns is called once the server
        has the statement, if it is not None."""

    def answered(self, connection, number, data):
        """The whole answer to it was read from the server, and the client has none of it."""

    def withholds(self, number):
        """Whether the client shall see nothing of that answer before it is whole."""
        return False


class Messages:
    """Cuts a stream into messages: (type, whole bytes)."""

    def __init__(self):
        self.buffer = b""

    def feed(self, data):
        self.buffer += data
        begin = 0
        while len(self.buffer) - begin >= 5:
            end = begin + 1 + struct.unpack_from("!I", self.buffer, begin + 1)[0]
            if len(self.buffer) < end:
                break
            yield self.buffer[begin:begin + 1], self.buffer[begin:end]
            begin = end
        self.buffer = self.buffer[begin:]


class Connection:
    def __init__(self, proxy, client):
        self.proxy = proxy
        self.client = client
        self.server = socket.socket(socket.AF_UNIX)
        self.pid = 0
        self.number = None  # of the statement that is under way
        self.held = b""
        self.to_server, self.to_client = Messages(), Messages()

    def cut(self):
        """Both ends see the connection gone. What runs on the server goes on there."""
        for end in (self.client, self.server):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def readable(self, seconds):
        """Whether the server says something within that time."""
        return bool(select.select([self.server], [], [], seconds)[0])

    def ask(self, text):
        """A statement of our own, in the client's session, of which the client learns nothing."""
        body = text.encode() + b"\0"
        self.server.sendall(b"Q" + struct.pack("!I", len(body) + 4) + body)
        while True:
            data = self.server.recv(CHUNK)
            if not data or b"Z" in [kind for kind, _ in self.to_client.feed(data)]:
                return

    def run(self):
        with contextlib.closing(self.client), contextlib.closing(self.server), contextlib.suppress(OSError):
            if self.begin():
                while self.pump():
                    pass

    def begin(self):
        """The first packets, which bear no type."""
        while True:
            head = self.exactly(8)
            length, code = struct.unpack("!II", head)
            if code in ENCRYPTION:
                self.client.sendall(b"N")
                continue
            self.server.connect(self.proxy.target)
            self.server.sendall(head + self.exactly(length - 8))
            if code == CANCEL:
                self.server.recv(1)  # it answers by closing, once the signal is sent
            return code != CANCEL

    def exactly(self, size):
        data = b""
        while len(data) < size:
            more = self.client.recv(size - len(data))
            if not more:
                raise OSError("the client has left")
            data += more
        return data

    def pump(self):
        for end in select.select([self.client, self.server], [], [])[0]:
            data = end.recv(CHUNK)
            if not data:
                return False
            if end is self.client:
                for kind, message in self.to_server.feed(data):
                    self.from_client(kind, message)
            else:
                for kind, message in self.to_client.feed(data):
                    self.from_server(kind, message)
        return True

    def from_client(self, kind, message):
        then = None
        if kind in (b"Q", b"P"):
            self.number = self.proxy.next_number()
            then = self.proxy.watch.statement(self, self.number, message[5:-1].decode("utf-8", "replace"))
        self.server.sendall(message)
        if then:
            then()

    def from_server(self, kind, message):
        if kind == b"K":
            self.pid = struct.unpack_from("!I", message, 5)[0]
        if self.number is None:
            self.client.sendall(message)
            return
        self.held += message
        if kind == b"Z":
            number, self.number = self.number, None
            self.proxy.watch.answered(self, number, self.held)
        if kind == b"Z" or not self.proxy.watch.withholds(self.number):
            data, self.held = self.held, b""
            self.client.sendall(data)


class Proxy:
    """Listens on a socket in `directory` like a server's own. `watch` and the count begin anew with `begin`."""

    def __init__(self, directory, target):
        self.directory = directory
        self.target = target
        self.lock = threading.Lock()
        self.begin(Watch())
        self.listener = socket.socket(socket.AF_UNIX)
        path = os.path.join(directory, ".s.PGSQL.5432")
        self.listener.bind(path)
        os.chmod(path, 0o777)
        self.listener.listen(16)
        threading.Thread(target=self.serve, daemon=True).start()

    def begin(self, watch):
        self.watch = watch
        self.count = 0

    def next_number(self):
        with self.lock:
            self.count += 1
            return self.count - 1

    def serve(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=Connection(self, client).run, daemon=True).start()

    def close(self):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
