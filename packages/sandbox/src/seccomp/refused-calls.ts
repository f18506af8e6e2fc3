// data table: system calls a confined process is refused, by architecture.
/**
 * Each row says why. A confined program needs none of these; most could undo the mounts that the confinement is made of,
 * reach other processes, or open kernel surface that no rule speaks about. Numbers are the kernel's own: x64, then arm64.
 */

/** A call that is refused whatever its arguments are. */
export interface RefusedCall {
  readonly name: string;
  readonly x64: number;
  readonly arm64: number;
  /** `ENOSYS` lets a program fall back to what an older kernel had; `EPERM` says no. */
  readonly answer: "EPERM" | "ENOSYS";
}

function refused(name: string, x64: number, arm64: number): RefusedCall {
  return { name, x64, arm64, answer: "EPERM" };
}

function missing(name: string, x64: number, arm64: number): RefusedCall {
  return { name, x64, arm64, answer: "ENOSYS" };
}

/** Refused whatever their arguments are. */
export const REFUSED_CALLS: readonly RefusedCall[] = [
  // Mounts: the confinement is made of them.
  refused("mount", 165, 40),
  refused("umount2", 166, 39),
  refused("pivot_root", 155, 41),
  refused("open_tree", 428, 428),
  refused("move_mount", 429, 429),
  refused("fsopen", 430, 430),
  refused("fsconfig", 431, 431),
  refused("fsmount", 432, 432),
  refused("fspick", 433, 433),
  refused("mount_setattr", 442, 442),
  refused("open_tree_attr", 467, 467),
  // Names that go around paths and their mounts.
  refused("open_by_handle_at", 304, 265),
  // Namespaces of others.
  refused("setns", 308, 268),
  // Memory and descriptors of other processes.
  refused("ptrace", 101, 117),
  refused("process_vm_readv", 310, 270),
  refused("process_vm_writev", 311, 271),
  refused("pidfd_getfd", 438, 438),
  refused("kcmp", 312, 272),
  // Keys are shared beyond namespaces.
  refused("add_key", 248, 217),
  refused("request_key", 249, 218),
  refused("keyctl", 250, 219),
  // Kernel surface with a long history of holes.
  refused("bpf", 321, 280),
  refused("userfaultfd", 323, 282),
  refused("perf_event_open", 298, 241),
  refused("fanotify_init", 300, 262),
  refused("lookup_dcookie", 212, 18),
  // The machine itself.
  refused("kexec_load", 246, 104),
  refused("kexec_file_load", 320, 294),
  refused("init_module", 175, 105),
  refused("finit_module", 313, 273),
  refused("delete_module", 176, 106),
  refused("swapon", 167, 224),
  refused("swapoff", 168, 225),
  refused("reboot", 169, 142),
  refused("acct", 163, 89),
  refused("quotactl", 179, 60),
  refused("quotactl_fd", 443, 443),
  refused("syslog", 103, 116),
  // io_uring does what other calls do without being those calls; programs fall back.
  missing("io_uring_setup", 425, 425),
  missing("io_uring_enter", 426, 426),
  missing("io_uring_register", 427, 427),
  // Its flags lie in memory that a filter cannot read; libraries fall back to clone, whose flags it can.
  missing("clone3", 435, 435),
];

/** Calls that one architecture has and the other does not. */
export const REFUSED_X64_CALLS: readonly (readonly [name: string, number: number])[] = [
  ["iopl", 172],
  ["ioperm", 173],
  ["uselib", 134],
];

/** Calls that are refused for some arguments only. */
export const JUDGED_CALLS: Readonly<
  Record<"clone" | "unshare" | "ioctl" | "socket", { readonly x64: number; readonly arm64: number }>
> = {
  clone: { x64: 56, arm64: 220 },
  unshare: { x64: 272, arm64: 97 },
  ioctl: { x64: 16, arm64: 29 },
  socket: { x64: 41, arm64: 198 },
};

/** CLONE_NEWTIME, NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
export const NEW_NAMESPACE_FLAGS = 0x7e020080;

/** The same for clone, whose lowest byte is a signal. */
export const CLONE_NAMESPACE_FLAGS = 0x7e020000;

/** TIOCSTI types into the terminal; TIOCLINUX pastes into it. */
export const REFUSED_TERMINAL_REQUESTS: readonly number[] = [0x5412, 0x541c];

/** AF_UNIX, AF_INET, AF_INET6. Of AF_NETLINK (16) only NETLINK_ROUTE, which lists interfaces. */
export const OPEN_SOCKET_FAMILIES: readonly number[] = [1, 2, 10];

/** A call that is refused when bits of one argument are set; where `only` is given, only with bits of another. */
export interface ModeCall {
  readonly name: string;
  /** Null where the architecture does not have it. */
  readonly x64: number | null;
  readonly arm64: number | null;
  /** The argument that holds the mode. */
  readonly mode: number;
  /** Without one of these bits the mode is not looked at, and can be anything. */
  readonly only?: { readonly argument: number; readonly bits: number };
  /** Refused beside the bits of the mode that are asked for. */
  readonly types?: number;
}

/** O_CREAT and the own bit of O_TMPFILE, alike on both architectures. */
const CREATES = 0x400040;
/** One of these bits is in S_IFIFO, S_IFCHR and S_IFBLK, and none in what files and sockets have. */
const SPECIAL_TYPES = 0x3000;

/** Calls that give a file a mode, where a command's writes are real at once and unchecked. */
export const MODE_CALLS: readonly ModeCall[] = [
  { name: "chmod", x64: 90, arm64: null, mode: 1 },
  { name: "fchmod", x64: 91, arm64: 52, mode: 1 },
  { name: "fchmodat", x64: 268, arm64: 53, mode: 2 },
  { name: "fchmodat2", x64: 452, arm64: 452, mode: 2 },
  { name: "creat", x64: 85, arm64: null, mode: 1 },
  { name: "open", x64: 2, arm64: null, mode: 2, only: { argument: 1, bits: CREATES } },
  { name: "openat", x64: 257, arm64: 56, mode: 3, only: { argument: 2, bits: CREATES } },
  { name: "mknod", x64: 133, arm64: null, mode: 1, types: SPECIAL_TYPES },
  { name: "mknodat", x64: 259, arm64: 33, mode: 2, types: SPECIAL_TYPES },
];

/** RENAME_WHITEOUT, among the flags of `renameat2`, leaves a device in place of what is moved. */
export const WHITEOUT_CALL = { x64: 316, arm64: 276, argument: 4, bits: 4 } as const;

/** Its mode lies in memory that a filter cannot read; libraries fall back to openat. */
export const UNREADABLE_MODE_CALL = { x64: 437, arm64: 437 } as const;
