/**
 * The filter of a confined process. Everything is allowed but the table: an allow-list of calls breaks programs with every
 * libc release, and what bounds a process here are its namespaces and mounts. The filter keeps it from changing those.
 *
 * A call for another architecture, or of the x32 ABI, would carry other numbers past the table: the process is killed.
 * Arguments are compared by their low half where the kernel reads 32 bits, so that set high bits hide nothing.
 */
import {
  ALLOW,
  ARCHITECTURE,
  answer,
  argumentLow,
  CALL_NUMBER,
  encodeProgram,
  failWith,
  type Instruction,
  ifAnySet,
  ifEqual,
  KILL_PROCESS,
  load,
} from "./bpf-program.ts";
import {
  CLONE_NAMESPACE_FLAGS,
  JUDGED_CALLS,
  MODE_CALLS,
  type ModeCall,
  NEW_NAMESPACE_FLAGS,
  OPEN_SOCKET_FAMILIES,
  REFUSED_CALLS,
  REFUSED_TERMINAL_REQUESTS,
  REFUSED_X64_CALLS,
  UNREADABLE_MODE_CALL,
  WHITEOUT_CALL,
} from "./refused-calls.ts";

/** The architectures that have a filter. On others there is no sandbox rather than a weaker one. */
export type FilteredArchitecture = "x64" | "arm64";

const AUDIT_ARCHITECTURE: Readonly<Record<FilteredArchitecture, number>> = {
  x64: 0xc000003e,
  arm64: 0xc00000b7,
};
const X32_BIT = 0x40000000;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;

/** True when processes of this architecture can be filtered. */
export function isFiltered(architecture: string): architecture is FilteredArchitecture {
  return architecture === "x64" || architecture === "arm64";
}

/**
 * The filter as bubblewrap reads it from a descriptor. With `refusedModes` it also keeps a process from giving a file any of
 * these mode bits, and from making a FIFO or a device: where what it writes is real at once, nothing else could.
 */
export function buildFilter(
  architecture: FilteredArchitecture,
  { refusedModes = 0 }: { readonly refusedModes?: number } = {},
): Uint8Array {
  return encodeProgram([
    load(ARCHITECTURE),
    ...unless(AUDIT_ARCHITECTURE[architecture], KILL_PROCESS),
    load(CALL_NUMBER),
    ...(architecture === "x64" ? [ifAnySet(X32_BIT, 1), answer(KILL_PROCESS)] : []),
    ...REFUSED_CALLS.flatMap((call) =>
      when(call[architecture], failWith(call.answer === "EPERM" ? EPERM : ENOSYS)),
    ),
    ...(architecture === "x64"
      ? REFUSED_X64_CALLS.flatMap(([, number]) => when(number, failWith(EPERM)))
      : []),
    ...judged(JUDGED_CALLS.clone[architecture], refuseBits(CLONE_NAMESPACE_FLAGS)),
    ...judged(JUDGED_CALLS.unshare[architecture], refuseBits(NEW_NAMESPACE_FLAGS)),
    ...judged(JUDGED_CALLS.ioctl[architecture], refuseTerminalRequests()),
    ...judged(JUDGED_CALLS.socket[architecture], refuseSocketFamilies()),
    ...(refusedModes === 0 ? [] : refuseModes(architecture, refusedModes)),
    answer(ALLOW),
  ]);
}

function when(value: number, action: number): readonly Instruction[] {
  return [ifEqual(value, 1), answer(action)];
}

function unless(value: number, action: number): readonly Instruction[] {
  return [[0x15, 1, 0, value], answer(action)];
}

// Each body ends with an answer of its own, so that a later comparison never sees an argument in place of the number.
function judged(number: number, body: readonly Instruction[]): readonly Instruction[] {
  return [ifEqual(number, body.length), ...body];
}

function refuseBits(bits: number, argument = 0): readonly Instruction[] {
  return [load(argumentLow(argument)), ifAnySet(bits, 1), answer(failWith(EPERM)), answer(ALLOW)];
}

function refuseModes(architecture: FilteredArchitecture, bits: number): readonly Instruction[] {
  return [
    ...when(UNREADABLE_MODE_CALL[architecture], failWith(ENOSYS)),
    ...judged(WHITEOUT_CALL[architecture], refuseBits(WHITEOUT_CALL.bits, WHITEOUT_CALL.argument)),
    ...MODE_CALLS.flatMap((call) => {
      const number = call[architecture];
      return number === null ? [] : judged(number, refuseMode(call, bits));
    }),
  ];
}

function refuseMode({ mode, only, types = 0 }: ModeCall, bits: number): readonly Instruction[] {
  const refuse = refuseBits(bits | types, mode);
  if (only === undefined) return refuse;
  const last = refuse.length - 1;
  return [load(argumentLow(only.argument)), ifAnySet(only.bits, last), ...refuse];
}

function refuseTerminalRequests(): readonly Instruction[] {
  return [
    load(argumentLow(1)),
    ...REFUSED_TERMINAL_REQUESTS.flatMap((request) => when(request, failWith(EPERM))),
    answer(ALLOW),
  ];
}

function refuseSocketFamilies(): readonly Instruction[] {
  return [
    load(argumentLow(0)),
    ...OPEN_SOCKET_FAMILIES.flatMap((family) => when(family, ALLOW)),
    ifEqual(AF_NETLINK, 3),
    load(argumentLow(2)),
    ...when(NETLINK_ROUTE, ALLOW),
    answer(failWith(EAFNOSUPPORT)),
  ];
}
