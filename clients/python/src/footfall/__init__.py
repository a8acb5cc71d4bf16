"""Client of a Footfall server: sessions, path requests, queries.

Needs Debian's python3-grpcio and python3-protobuf, and the stubs that the build makes of proto/ beside this file
(`footfall.v1`). Frame: right-handed, Z up, metres.

    import footfall
    with footfall.Session("127.0.0.1:7450") as session:
        path = session.find_path((0, 0, 0), (10, 5, 0))
        print(path.outcome, path.length, path.points)
"""

from footfall.errors import FootfallError, decode
from footfall.session import BOT, DEBUG, OBSERVER, OPERATOR, Path, Session, vec3

__all__ = ["BOT", "DEBUG", "OBSERVER", "OPERATOR", "FootfallError", "Path", "Session", "decode", "vec3"]
