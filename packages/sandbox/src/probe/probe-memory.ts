/**
 * That bubblewrap worked here is remembered until the machine is started again: trying it costs two processes, which is most
 * of what opening a host takes. Only success is kept, and only for the same program, kernel, namespaces and restrictions.
 *
 * Being wrong is safe: a command then fails to start, because nothing is ever run outside the sandbox that was announced. What is
 * read back chooses among our own sets of options; no option and no path is taken from the file.
 */
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync, statSync } from "node:fs";
import { release } from "node:os";
import { writeWhole } from "@toolplane/disk/ground";

/** The probe that worked: which of our attempts, and the version for people. */
interface KnownProbe {
  readonly attempt: number;
  readonly version: string;
}

/** Remembers for one program. */
export interface ProbeMemory {
  recall(program: string): KnownProbe | null;
  keep(program: string, probe: KnownProbe): void;
}

/** Kernels and profiles are changed while a machine runs, too. */
const KEPT_MS = 24 * 60 * 60 * 1000;

const RESTRICTIONS: readonly string[] = [
  "/proc/sys/kernel/random/boot_id",
  "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
  "/proc/sys/kernel/unprivileged_userns_clone",
  "/proc/sys/user/max_user_namespaces",
  "/proc/self/attr/current",
];
const NAMESPACES: readonly string[] = ["user", "mnt", "pid", "net"];

/** Remembers in a file of the host's data, which no tool can reach. */
export function createProbeMemory(file: string, nowMs: () => number = Date.now): ProbeMemory {
  return {
    recall(program) {
      try {
        const known = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
        const { attempt, version, atMs, world } = known;
        if (world !== worldOf(program) || typeof atMs !== "number") return null;
        const age = nowMs() - atMs;
        if (age < 0 || age > KEPT_MS) return null;
        if (!Number.isInteger(attempt) || typeof version !== "string") return null;
        return /^\d+(\.\d+)*$/.test(version) ? { attempt: attempt as number, version } : null;
      } catch {
        return null;
      }
    },
    keep(program, probe) {
      try {
        const text = JSON.stringify({ ...probe, atMs: nowMs(), world: worldOf(program) });
        writeWhole(file, text, 0o600);
      } catch {
        // Then it is tried again at the next start.
      }
    },
  };
}

/** Everything that decides whether bubblewrap works for us, as one digest. */
function worldOf(program: string): string {
  const { ino, dev, size, mtimeMs, mode, uid } = statSync(program);
  const facts = [
    ...[program, ino, dev, size, mtimeMs, mode, uid],
    ...[release(), process.arch, process.getuid?.(), process.getgid?.()],
    ...NAMESPACES.map((name) => textOf(() => readlinkSync(`/proc/self/ns/${name}`))),
    ...RESTRICTIONS.map((path) => textOf(() => readFileSync(path, "utf8"))),
    textOf(confinementOfUs),
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex");
}

/** A filter or lost privileges around this process bind bubblewrap as well. */
function confinementOfUs(): string {
  const status = readFileSync("/proc/self/status", "utf8");
  return (status.match(/^(?:NoNewPrivs|Seccomp|CapEff|CapBnd):.*$/gm) ?? []).join(" ");
}

function textOf(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
