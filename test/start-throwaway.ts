/**
 * Starts a program where nothing that it does lasts: namespaces of its own for users, mounts, processes, network, names and shared
 * memory, the whole system read-only, and one writable folder. It is root in there and nobody outside, so what changes the machine
 * itself (its clock, its modules, its settings) is out of its reach. It all ends with its first process.
 */
import { type ChildProcess, spawn } from "node:child_process";

/** Lines of the shell before the program starts, after the namespaces are made. `$1` is the writable folder. */
const ENTER = [
  "set -e",
  "mount --make-rprivate /",
  'mount --bind "$1" "$1"',
  "mount -o remount,bind,ro /",
  "mount -t proc proc /proc",
  "mount -t tmpfs tmpfs /run",
  "mount -t tmpfs tmpfs /dev/shm",
  "ip link set lo up 2>/dev/null || true",
  'export TMPDIR="$1"',
];
const START = ["shift", 'exec "$@"'];

export function startThrowaway(
  writable: string,
  words: readonly string[],
  prepare: readonly string[] = [],
): ChildProcess {
  return spawn(
    "unshare",
    [
      ...["--user", "--map-root-user", "--mount", "--pid", "--fork", "--net", "--ipc", "--uts"],
      "--kill-child",
      ...["sh", "-c", [...ENTER, ...prepare, ...START].join("\n"), "sh", writable, ...words],
    ],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
}
