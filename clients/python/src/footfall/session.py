"""A session on a server, and the path requests of it."""

import contextlib
import itertools

import grpc

from footfall.errors import FootfallError, decode
from footfall.v1 import (common_pb2, fork_pb2, nav_mesh_service_pb2_grpc, nav_pb2, obstacle_service_pb2_grpc, path_service_pb2,
                         path_service_pb2_grpc, query_service_pb2, query_service_pb2_grpc, role_pb2,
                         session_service_pb2, session_service_pb2_grpc, snapshot_pb2, world_edit_service_pb2_grpc,
                         world_service_pb2, world_service_pb2_grpc)

OBSERVER, BOT, OPERATOR, DEBUG = (role_pb2.ROLE_OBSERVER, role_pb2.ROLE_BOT, role_pb2.ROLE_OPERATOR,
                                  role_pb2.ROLE_DEBUG)


def vec3(point):
    """A sequence of three numbers, or a Vec3, as a Vec3."""
    if isinstance(point, common_pb2.Vec3):
        return point
    x, y, z = point
    return common_pb2.Vec3(x=x, y=y, z=z)


class Path:
    """The answer to a path request: `result` is the NavResult, the rest are short ways to it."""

    def __init__(self, result):
        self.result = result
        self.outcome = nav_pb2.NavOutcome.Name(result.outcome)[len("NAV_OUTCOME_"):]
        self.length = result.length
        xyz = iter(result.xyz)
        self.points = list(zip(xyz, xyz, xyz))

    @property
    def complete(self):
        return self.outcome == "COMPLETE"


DEFAULT_PORT = 7450


def _with_port(server):
    """An address that names neither a port nor a scheme means the default port; gRPC itself would try 443."""
    return server if ":" in server else f"{server}:{DEFAULT_PORT}"


DEFAULT_STREAM_TIMEOUT = 24 * 3600.0


def _message(kind, **fields):
    """A message of the contract, or FootfallError for what is no field of it or no value of the field."""
    try:
        return kind(**fields)
    except (TypeError, ValueError) as error:
        raise FootfallError("INVALID_ARGUMENT", f"{kind.DESCRIPTOR.name}: {error}") from None


def _fork_command(pair):
    try:
        tick, command = pair
    except (TypeError, ValueError):
        raise FootfallError("INVALID_ARGUMENT", f"commands: {pair!r} must be a tick and a Command") from None
    return _message(fork_pb2.ForkCommand, tick=tick, command=command)


def _bytes(snapshot):
    if not isinstance(snapshot, (bytes, bytearray, memoryview)):
        raise FootfallError("INVALID_ARGUMENT", f"snapshot: is {type(snapshot).__name__}, must be bytes")
    return bytes(snapshot)


class Session:
    """Opens a session; every call renews its lease; leaving the `with` block, or close(), ends it.

    Calls raise FootfallError, also for arguments that no message takes. `timeout` is the deadline of each call in
    seconds of wall clock, `stream_timeout` that of a fork; none of them changes the world. The stubs `sessions`,
    `world`, `paths`, `queries`, `obstacles`, `edits` and `mesh` are public: call(session.world.Step, request) sends
    any message of the contract with the session's secret.
    """

    def __init__(self, server="127.0.0.1:7450", role=BOT, name="python", timeout=10.0,
                 stream_timeout=DEFAULT_STREAM_TIMEOUT, **options):
        self.timeout = timeout
        self.stream_timeout = stream_timeout
        request = _message(session_service_pb2.OpenSessionRequest, client_name=name, role=role, **options)
        self.channel = grpc.insecure_channel(_with_port(server))
        self.sessions = session_service_pb2_grpc.SessionServiceStub(self.channel)
        self.world = world_service_pb2_grpc.WorldServiceStub(self.channel)
        self.paths = path_service_pb2_grpc.PathServiceStub(self.channel)
        self.queries = query_service_pb2_grpc.QueryServiceStub(self.channel)
        self.obstacles = obstacle_service_pb2_grpc.ObstacleServiceStub(self.channel)
        self.edits = world_edit_service_pb2_grpc.WorldEditServiceStub(self.channel)
        self.mesh = nav_mesh_service_pb2_grpc.NavMeshServiceStub(self.channel)
        self._metadata = ()
        try:
            self.opened = self.call(self.sessions.OpenSession, request)
        except FootfallError:
            self.channel.close()
            raise
        self._metadata = (("footfall-session-bin", self.opened.session_token),)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self._metadata:
            try:
                self.call(self.sessions.CloseSession, session_service_pb2.CloseSessionRequest())
            except FootfallError:
                pass  # It has ended already, or the server is gone.
            self._metadata = ()
            self.channel.close()

    def call(self, method, request):
        try:
            return method(request, timeout=self.timeout, metadata=self._metadata)
        except grpc.RpcError as error:
            raise decode(error) from None

    def query(self, *questions):
        """Asks the stateless plane; one NavResult a question. A refused item raises."""
        reply = self.call(self.queries.Query, _message(query_service_pb2.QueryRequest, queries=questions))
        return [_checked(result) for result in reply.results]

    def random_points(self, count=1, seed=1, reachable_from=None):
        """Random points of the mesh, as tuples."""
        question = _message(nav_pb2.RandomPoint, seed=seed, count=count)
        if reachable_from is not None:
            question.reachable_from.CopyFrom(vec3(reachable_from))
        result, = self.query(nav_pb2.NavRequest(random_point=question))
        return [(hit.position.x, hit.position.y, hit.position.z) for hit in result.hits]

    def submit_path(self, start, goal, **wishes):
        """Gives a request to the path server and returns its handle. `wishes` are fields of NavRequest."""
        request = _message(nav_pb2.NavRequest, path=nav_pb2.FindPath(start=vec3(start), goal=vec3(goal)), **wishes)
        reply = self.call(self.paths.Submit, path_service_pb2.SubmitRequest(requests=[request]))
        return _checked(reply.results[0]).handle

    def fetch(self, handle, wait_ticks=0, then_release=False):
        reply = self.call(self.paths.Fetch, _message(
            path_service_pb2.FetchRequest, handles=[handle], wait_ticks=wait_ticks, then_release=then_release))
        return Path(_checked(reply.results[0]))

    def find_path(self, start, goal, **wishes):
        """Submits, waits, fetches and releases. PENDING in a world that stands still: somebody has to step it."""
        handle = self.submit_path(start, goal, **wishes)
        return self.fetch(handle, wait_ticks=self.opened.limits.wait_ticks, then_release=True)

    def save_snapshot(self):
        """The whole world as the bytes of a file .ffsnap. Needs the role OPERATOR, as the next two."""
        pieces = []
        for message in self._messages(self.world.SaveSnapshot, snapshot_pb2.SaveSnapshotRequest(), self.timeout):
            pieces.append(message.piece)
        return b"".join(pieces)

    def restore_snapshot(self, snapshot):
        """Another world, made of such bytes, in a new epoch; on any error the server's world is as it was."""
        snapshot = _bytes(snapshot)
        head = snapshot_pb2.RestoreSnapshotRequest(head=snapshot_pb2.RestoreHead(bytes=len(snapshot)))
        pieces = (snapshot_pb2.RestoreSnapshotRequest(piece=piece) for piece in _pieces(snapshot))
        return self.call(self.world.RestoreSnapshot, itertools.chain([head], pieces))

    def fork(self, ticks, commands=(), snapshot=None, on_message=None, **wishes):
        """What would come of it: runs ticks of a copy of the world, or of a snapshot's, and returns the ForkOutcome.

        `commands` are pairs of a tick of the fork, from 1, and a Command; `wishes` are fields of ForkPlan;
        `on_message` is told of each message before the outcome; what it raises ends the fork. The deadline is
        `stream_timeout` of the session.
        """
        plan = _message(fork_pb2.ForkPlan, ticks=ticks, **wishes)
        plan.commands.extend(_fork_command(pair) for pair in commands)
        if snapshot is not None:
            if plan.WhichOneof("from"):
                raise FootfallError("INVALID_ARGUMENT",
                                    f"{plan.WhichOneof('from')}: must be unset beside a snapshot")
            snapshot = _bytes(snapshot)
            plan.upload_bytes = len(snapshot)
        pieces = (fork_pb2.ForkRequest(piece=piece) for piece in _pieces(snapshot or b""))
        requests = itertools.chain([fork_pb2.ForkRequest(plan=plan)], pieces)
        outcome = None
        with contextlib.closing(self._messages(self.world.Fork, requests, self.stream_timeout)) as messages:
            for message in messages:
                if message.HasField("outcome"):
                    outcome = message.outcome
                elif on_message is not None:
                    on_message(message)
        return outcome

    def _messages(self, method, request, timeout):
        stream = method(request, metadata=self._metadata, timeout=timeout)
        try:
            yield from stream
        except grpc.RpcError as error:
            raise decode(error) from None
        finally:
            # Whoever is no longer interested ends it; after the end it does nothing.
            stream.cancel()

    def step(self, ticks=1):
        """Runs ticks of a paused world."""
        return self.call(self.world.Step, _message(world_service_pb2.StepRequest, ticks=ticks))


def _pieces(snapshot, size=256 * 1024):
    return (snapshot[i:i + size] for i in range(0, len(snapshot), size))


def _checked(item):
    if item.HasField("error"):
        raise decode(item.error)
    return item
