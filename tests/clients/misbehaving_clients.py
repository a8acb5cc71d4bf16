"""Clients of a server that misbehave in every way there is, at random from a seed: one process of several threads, a client each.

usage: misbehaving_clients.py ADDRESS SEED CLIENTS

Each client does every misdeed once, in an order of its own. Then the process prints one line of JSON, which counts how calls
ended for each misdeed, and goes on at random until its standard input ends or the server is gone. For each line that it reads
it prints what it has counted by then.
"""

import collections
import functools
import json
import random
import sys
import threading
import time

import footfall
import grpc
from footfall.v1 import (command_pb2, common_pb2, nav_pb2, obstacle_pb2, obstacle_service_pb2, path_service_pb2, session_service_pb2,
                         streaming_pb2, world_edit_pb2, world_edit_service_pb2, world_service_pb2)

BAD_NUMBERS = (float("nan"), float("inf"), -float("inf"), 1e30, -1e30, 3.4e38, 1e-45, -7000.0)
TOKEN = "footfall-session-bin"


def attached(commands):
    """Frames of an Attach: one, and then the end, while the other half goes on."""
    return iter([session_service_pb2.AttachRequest(commands=commands)])


class Misbehaving:
    """One client. Methods of MISDEEDS do one misdeed each; no call of theirs is expected to succeed."""

    # Handles of all clients of the process.
    all_handles = collections.deque(maxlen=300)

    def __init__(self, address, seed, tally, sends_most=False):
        self.address = address
        self.sends_most = sends_most  # messages over the limit, which cost 16 MiB each
        self.random = random.Random(seed)
        self.tally = tally
        self.doing = "open"
        self.session = None
        self.open()

    def open(self, **options):
        """Another session for this client; the one before is dropped without a word."""
        self.session = footfall.Session(self.address, timeout=20, name="misbehaving", **options)

    def note(self, ended):
        self.tally[f"{self.doing}: {ended}"] += 1

    def call(self, method, request, session=None, metadata=None):
        """The answer; None when the call failed, which is noted, as is what became of each item."""
        session = session or self.session
        try:
            answer = method(request, timeout=20, metadata=metadata or ((TOKEN, session.opened.session_token),))
        except grpc.RpcError as error:
            fault = footfall.errors.decode(error)
            if fault.code == "UNAVAILABLE":
                raise fault from None
            self.note(fault.reason or fault.code)
            return None
        except (TypeError, ValueError) as error:  # What cannot even be encoded.
            self.note(type(error).__name__)
            return None
        for item in getattr(answer, "results", ())[:40]:
            self.note(footfall.errors.decode(item.error).reason if item.HasField("error") else "OK")
        return answer

    def point(self):
        return common_pb2.Vec3(x=self.random.uniform(1455, 1545), y=self.random.uniform(1455, 1545), z=0)

    def path(self, **wishes):
        return nav_pb2.NavRequest(path=nav_pb2.FindPath(start=self.point(), goal=self.point()), **wishes)

    def submit(self, *requests, session=None, **fields):
        session = session or self.session
        answer = self.call(session.paths.Submit, path_service_pb2.SubmitRequest(requests=requests, **fields), session)
        handles = [result.handle for result in answer.results if result.handle] if answer else []
        self.all_handles.extend(handles)
        return handles

    def give_up(self, *handles, session=None):
        session = session or self.session
        self.call(session.paths.Release, path_service_pb2.ReleaseRequest(handles=handles), session)

    # --- Misdeeds, and one deed

    def behaves(self):
        handles = self.submit(self.path())
        self.call(self.session.paths.Fetch, path_service_pb2.FetchRequest(handles=handles, wait_ticks=5, then_release=True))
        self.give_up(*handles)

    def wrong_handles(self):
        own = self.submit(self.path(), self.path())
        wrong = own + own + [handle ^ 1 << self.random.randrange(64) for handle in own] + [0, 2**64 - 1]
        wrong += [self.random.getrandbits(64) for _ in range(4)]
        wrong += self.random.sample(list(self.all_handles), min(8, len(self.all_handles)))
        self.random.shuffle(wrong)
        self.call(self.session.paths.Cancel, path_service_pb2.CancelRequest(handles=wrong[::2]))
        self.call(self.session.paths.Poll, path_service_pb2.PollRequest(handles=wrong))
        self.give_up(*wrong)
        self.call(self.session.obstacles.RemoveObstacles, obstacle_service_pb2.RemoveObstaclesRequest(handles=wrong))

    def bad_numbers(self):
        bad = functools.partial(self.random.choice, BAD_NUMBERS)
        start = common_pb2.Vec3(x=bad(), y=1500, z=bad())
        wander = nav_pb2.Wander(start=self.point(), heading=bad(), distance=bad())
        flee = nav_pb2.Flee(start=self.point(), threat=start, distance=30)
        sight = nav_pb2.LineOfSight(points=[self.point(), start])
        flood = nav_pb2.FloodFill(start=self.point(), goal=self.random.randrange(-1, 9), distance=bad())
        self.give_up(*self.submit(
            self.path(radius=bad()), self.path(slope_max=bad(), adjust_distance_max=bad()),
            nav_pb2.NavRequest(path=nav_pb2.FindPath(start=start, goal=self.point())), nav_pb2.NavRequest(),
            nav_pb2.NavRequest(wander=wander), nav_pb2.NavRequest(flee=flee), nav_pb2.NavRequest(line_of_sight=sight),
            nav_pb2.NavRequest(flood_fill=flood), self.path(flags=self.random.sample(range(45), 6))))
        box = obstacle_pb2.PutObstacle(center=start, half_extents=common_pb2.Vec3(x=1, y=bad(), z=1), heading=bad())
        self.call(self.session.obstacles.PutObstacles, obstacle_service_pb2.PutObstaclesRequest(obstacles=[box]))

    def full_tables(self):
        handles = []
        for _ in range(4):
            handles += self.submit(*[self.path() for _ in range(12)])
        if self.random.random() < 0.8:  # Else they stay until they expire.
            self.give_up(*handles)

    def huge_batches(self):
        limits = self.session.opened.limits
        self.submit(*[self.path()] * (limits.batch_items + 1))
        self.call(self.session.paths.Release, path_service_pb2.ReleaseRequest(handles=range(1, limits.batch_items)))
        if self.sends_most:
            self.submit(self.path(client_ref=b"x" * limits.message_bytes))

    def half_closed_attach(self):
        first = self.random.randrange(2)  # 0 and a number twice are no sequences.
        commands = [command_pb2.Command(sequence=first + i // (2 - first), submit=self.path()) for i in range(3)]
        stream = self.session.sessions.Attach(attached(commands), metadata=((TOKEN, self.session.opened.session_token),))
        try:
            for frame in stream:
                if frame.results:
                    self.note("results")
                    break
        except grpc.RpcError as error:
            self.note(error.code().name)
        if self.random.random() < 0.7:
            stream.cancel()  # Else nobody ever reads it again.

    def slow_reader(self):
        token = ((TOKEN, self.session.opened.session_token),)
        ticks = self.session.world.WatchTicks(world_service_pb2.WatchTicksRequest(every_ticks=1, hash=True), metadata=token)
        attach = self.session.sessions.Attach(attached([]), metadata=token)
        for _ in range(3):
            self.give_up(*self.submit(*[self.path(want_polys=True)] * 4))
        next(ticks, None)
        self.note("read")
        if self.random.random() < 0.7:
            ticks.cancel()
            attach.cancel()

    def vanish(self):
        self.submit(self.path(), self.path())
        self.call(self.session.obstacles.PutObstacles, obstacle_service_pb2.PutObstaclesRequest(obstacles=[self.box()]))
        self.session.channel.close()
        self.open()
        self.note("gone")

    def lease_runs_out(self):
        """And the session is resumed, but for those whose secret is wrong."""
        session = footfall.Session(self.address, timeout=20, lease_ms=60)
        self.submit(self.path(), session=session)
        wait_s = 0.1
        while self.call(session.paths.ListRequests, path_service_pb2.ListRequestsRequest(), session) is not None:
            time.sleep(wait_s)
            wait_s *= 2
        token = session.opened.session_token
        for resumed in (token[:-1] + bytes([token[-1] ^ 1]), token[:5], token):
            answer = self.call(session.sessions.OpenSession, session_service_pb2.OpenSessionRequest(resume_token=resumed))
            if answer:
                self.note("resumed" if answer.resumed else "opened")
        session.channel.close()

    def wrong_tokens(self):
        for token in (self.random.randbytes(16), b"", self.random.randbytes(4000)):
            self.call(self.session.paths.Submit, path_service_pb2.SubmitRequest(requests=[self.path()]), metadata=((TOKEN, token),))
        self.call(self.session.world.GetWorld, world_service_pb2.GetWorldRequest(), metadata=(("nothing", "at-all"),))

    def cancels(self):
        token = ((TOKEN, self.session.opened.session_token),)
        for _ in range(8):
            asked = self.session.paths.Submit.future(path_service_pb2.SubmitRequest(requests=[self.path()] * 3), metadata=token)
            if self.random.random() < 0.5:
                time.sleep(self.random.uniform(0, 0.01))
            asked.cancel()
        self.note("cancelled")

    def no_right(self):
        world = self.session.world
        self.call(world.Step, world_service_pb2.StepRequest(ticks=1000))
        self.call(world.Pause, world_service_pb2.PauseRequest())
        self.call(world.Reset, world_service_pb2.ResetRequest(seed=4))
        self.call(world.Run, world_service_pb2.RunRequest(speed=1e9))
        self.call(self.session.edits.EditWorld, world_edit_service_pb2.EditWorldRequest())
        with footfall.Session(self.address, role=footfall.OBSERVER, timeout=20) as observer:
            self.submit(self.path(), session=observer)

    def box(self):
        return obstacle_pb2.PutObstacle(center=self.point(), half_extents=common_pb2.Vec3(x=1, y=2, z=1),
                                        heading=self.random.uniform(-3, 3))

    def objects_after_their_end(self):
        obstacles = self.session.obstacles
        answer = self.call(obstacles.PutObstacles, obstacle_service_pb2.PutObstaclesRequest(
            obstacles=[self.box() for _ in range(self.random.randrange(1, 9))]))
        handles = [result.handle for result in answer.results if result.handle] if answer else []
        self.submit(*[self.path(excluded_handle=[handle]) for handle in handles])
        self.call(obstacles.RemoveObstacles, obstacle_service_pb2.RemoveObstaclesRequest(handles=handles))
        for handle in handles:
            box = self.box()
            box.obstacle_handle = handle
            self.call(obstacles.PutObstacles, obstacle_service_pb2.PutObstaclesRequest(obstacles=[box]))
        self.submit(*[self.path(included_handle=[handle]) for handle in handles])

    def other_times(self):
        """Commands for ticks that are over, for soon, and for never; the same request_id twice."""
        tick = self.session.opened.stamp.tick
        for at_tick in (1, tick, 2**63):
            self.submit(self.path(), at_tick=at_tick, reply_when=command_pb2.REPLY_WHEN_ACCEPTED)
        for _ in range(2):
            self.submit(self.path(), request_id="again")

    def rash_operator(self):
        """Has the right, and edits what is not there, and what others walk on."""
        with footfall.Session(self.address, role=footfall.OPERATOR, timeout=20) as operator:
            box = world_edit_pb2.Area(sphere=world_edit_pb2.AreaSphere(center=self.point(), radius=self.random.uniform(1, 20)))
            kinds = (dict(set_focus=streaming_pb2.SetFocus(position=self.point())),
                     dict(set_focus=streaming_pb2.SetFocus(position=common_pb2.Vec3(x=float("nan")))),
                     dict(set_content_pack=streaming_pb2.SetContentPack(group=5, on=True)),
                     dict(disable_nav_mesh_in_area=world_edit_pb2.DisableNavMeshInArea(number=1, area=box)),
                     dict(set_ped_paths_in_area=world_edit_pb2.SetPedPathsInArea(number=2, area=box)),
                     dict(block_spawns=world_edit_pb2.BlockSpawns(number=3, area=box, duration_ms=200)),
                     dict(remove_area_switch_number=self.random.randrange(5)))
            edits = [command_pb2.Command(**kind) for kind in kinds]
            self.call(operator.edits.EditWorld, world_edit_service_pb2.EditWorldRequest(edits=edits), operator)


MISDEEDS = ("behaves", "wrong_handles", "bad_numbers", "full_tables", "huge_batches", "half_closed_attach", "slow_reader", "vanish",
            "lease_runs_out", "wrong_tokens", "cancels", "no_right", "objects_after_their_end", "other_times", "rash_operator")


def live(client, has_done_all, ended):
    """A client's life: each misdeed once, then what comes."""
    order = list(MISDEEDS)
    client.random.shuffle(order)
    try:
        while not ended.is_set():
            client.doing = order.pop() if order else client.random.choice(MISDEEDS)
            getattr(client, client.doing)()
            if not order:
                has_done_all.set()
    except (footfall.FootfallError, grpc.RpcError) as error:
        client.note(f"DIED of {error}")  # Nobody reads it of one who dies because the server is gone.
    finally:
        has_done_all.set()


def main(address, seed, clients):
    tally = collections.Counter()
    ended = threading.Event()
    # All are there before one of them begins: a session that is alone may pause the world.
    everyone = [(Misbehaving(address, f"{seed} {number}", tally, number == 0), threading.Event()) for number in range(clients)]
    for client, has_done_all in everyone:
        threading.Thread(target=live, args=(client, has_done_all, ended), daemon=True).start()
    for _, has_done_all in everyone:
        has_done_all.wait()
    print(json.dumps(dict(tally)), flush=True)
    for _ in sys.stdin:
        print(json.dumps(dict(tally)), flush=True)
    ended.set()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
