/** Why views do not work on this machine, from what the system says about itself after a trial failed. */
import { existsSync, readFileSync, statfsSync } from "node:fs";
import { release } from "node:os";
import type { ViewFault } from "./root-fault.ts";

/** The machine, as far as the answer depends on it. */
export interface FailureWorld {
  readonly root: boolean;
  readonly kernel: string;
  /** A setting of the kernel by its path, or null. */
  readonly read: (path: string) => string | null;
  readonly exists: (path: string) => boolean;
  /** Number of the file system that upper layers lie on. */
  readonly upperType: number;
}

export function failureWorld(upper: string): FailureWorld {
  return {
    root: process.getuid?.() === 0,
    kernel: release(),
    read: readSetting,
    exists: existsSync,
    upperType: typeOf(upper),
  };
}

const OVERLAY = 0x794c7630;

/** The likeliest cause and its remedy; `said` is the last line that the trial printed. */
export function viewFailure(said: string, world: FailureWorld): ViewFault {
  const cannot = "Commands cannot get a view of the workspace";
  const tail = said === "" ? "" : ` It said: ${said}`;
  if (!world.root) {
    if (world.read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1")
      return {
        reason: `${cannot}: AppArmor restricts what user namespaces may do.${tail}`,
        remedy: "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
      };
    if (isOlder(world.kernel, [5, 11]))
      return {
        reason: `${cannot}: this kernel (${world.kernel}) lets only root mount overlays; 5.11 and later let everybody.${tail}`,
        remedy: "update the kernel to 5.11 or later",
      };
  }
  if (world.upperType === OVERLAY)
    return {
      reason: `${cannot}: toolplane's data lies in a container's own layer, where a view cannot keep its changes.${tail}`,
      remedy:
        "mount a volume for toolplane's data and the workspace, and set XDG_DATA_HOME to a folder in it",
    };
  if (/\/proc|mount proc/.test(said) && isContainer(world))
    return {
      reason: `${cannot}: parts of /proc are masked in this container.${tail}`,
      remedy:
        "start the container with --security-opt systempaths=unconfined --security-opt seccomp=unconfined",
    };
  if (world.read("/sys/fs/selinux/enforce") === "1")
    return {
      reason: `${cannot}: SELinux refuses the mount.${tail}`,
      remedy: "look for the refusal with ausearch -m avc -ts recent, and allow it with audit2allow",
    };
  if (isContainer(world))
    return {
      reason: `${cannot}: this container may not mount.${tail}`,
      remedy:
        "start the container with --security-opt seccomp=unconfined --security-opt systempaths=unconfined",
    };
  return { reason: `${cannot}.${tail}` };
}

function isContainer({ exists }: FailureWorld): boolean {
  return exists("/.dockerenv") || exists("/run/.containerenv");
}

function isOlder(kernel: string, [major, minor]: readonly [number, number]): boolean {
  const match = /^(\d+)\.(\d+)/.exec(kernel);
  if (match === null) return false;
  const first = Number(match[1]);
  const second = Number(match[2]);
  return first < major || (first === major && second < minor);
}

function readSetting(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}

function typeOf(path: string): number {
  try {
    return statfsSync(path).type;
  } catch {
    return 0;
  }
}
