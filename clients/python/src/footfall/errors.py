"""Errors of calls and items, taken apart."""

import grpc
from google.rpc import error_details_pb2, status_pb2


class FootfallError(Exception):
    """A refused call or item.

    code: name of the canonical gRPC code. reason: one of the closed list in footfall/v1/common.proto, or "" where the
    transport failed. violations: {field: description}. retry_after_ticks: None or a number.
    """

    def __init__(self, code, message, reason="", metadata=None, violations=None):
        # A server's message names the field at fault itself.
        more = {field: text for field, text in (violations or {}).items() if text not in message}
        super().__init__(f"{code}{' / ' + reason if reason else ''}: {message}"
                         + "".join(f"; {field}: {text}" for field, text in more.items()))
        self.code = code
        self.reason = reason
        self.metadata = metadata or {}
        self.violations = violations or {}
        ticks = self.metadata.get("retry_after_ticks")
        self.retry_after_ticks = int(ticks) if ticks is not None and ticks.isdecimal() else None


def decode(status):
    """A google.rpc.Status of an item, or a grpc.RpcError, as a FootfallError."""
    if isinstance(status, grpc.RpcError):
        details = dict(status.trailing_metadata() or ()).get("grpc-status-details-bin")
        inner = status_pb2.Status.FromString(details) if details else status_pb2.Status()
        return _decode(status.code().name, status.details(), inner)
    names = {code.value[0]: code.name for code in grpc.StatusCode}
    return _decode(names.get(status.code, str(status.code)), status.message, status)


def _decode(code, message, status):
    reason, metadata, violations = "", {}, {}
    for detail in status.details:
        info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        if detail.Unpack(info):
            reason, metadata = info.reason, dict(info.metadata)
        elif detail.Unpack(bad):
            violations = {v.field: v.description for v in bad.field_violations}
    return FootfallError(code, message, reason, metadata, violations)
