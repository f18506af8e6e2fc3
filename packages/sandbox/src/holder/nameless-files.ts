/**
 * Files that have no name any more and take room for as long as a process holds them: by a descriptor, by what it mapped of one,
 * or by a descriptor that is on its way to another process. The last two are known to be there and not how large they are.
 */
import { readdirSync, readFileSync, type Stats, statfsSync, statSync } from "node:fs";

/** Numbers of file systems that lie in memory: tmpfs, ramfs, huge pages. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x01021994, 0x858458f6, 0x958458f6]);

/** Each file that these processes hold open and that has no name, several times when several hold it. */
export function* namelessFiles(
  processes: readonly number[],
  /** Devices of the places that are measured: what lies there counts, in memory or not. */
  devices: ReadonlySet<number>,
): Generator<Stats | null> {
  const inMemory = new Map<number, boolean>();
  for (const pid of processes)
    for (const descriptor of namesIn(`/proc/${pid}/fd`)) {
      const path = `/proc/${pid}/fd/${descriptor}`;
      const stat = lookAt(path);
      // Nothing is told, and the caller may take a breath.
      if (stat === null || !stat.isFile() || stat.nlink > 0) yield null;
      else if (devices.has(stat.dev)) yield stat;
      else {
        const isMemory = inMemory.get(stat.dev) ?? isInMemory(path);
        inMemory.set(stat.dev, isMemory);
        yield isMemory ? null : stat;
      }
    }
}

/** True when one of them holds a file in a way that does not tell how large it is. */
export function holdsUnseen(processes: readonly number[]): boolean {
  return processes.some((pid) => mapsNameless(pid) || hasDescriptorsUnderWay(pid));
}

/** Shared, for what is private is memory; and not one of the kernel's own files in memory. */
const MAPPED = /^\S+ ..[-x]s \S+ \S+ \d+\s+(?!\/memfd:|\/SYSV|\/dev\/|\/anon_)\/.*\(deleted\)$/m;

function mapsNameless(pid: number): boolean {
  return MAPPED.test(textOf(`/proc/${pid}/maps`));
}

function hasDescriptorsUnderWay(pid: number): boolean {
  return namesIn(`/proc/${pid}/fdinfo`).some((descriptor) =>
    /^scm_fds:\s*[1-9]/m.test(textOf(`/proc/${pid}/fdinfo/${descriptor}`)),
  );
}

function isInMemory(path: string): boolean {
  try {
    return IN_MEMORY.has(statfsSync(path).type);
  } catch {
    return false;
  }
}

function lookAt(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
