/**
 * Tests make and remove some hundred thousand small files. A disk keeps a removed file's place for seconds and walks past it for
 * each new one: files full of sandboxes took up to half as much processor time again for it. So where it may be done, the folder
 * for temporary files is one in memory, for the test run alone: nobody else sees the mount, and it goes with the last process.
 */
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { homedir, release, tmpdir, totalmem } from "node:os";

export interface MachineFacts {
  readonly isRoot: boolean;
  readonly platform: string;
  readonly release: string;
  readonly memoryBytes: number;
  /** What is mounted over. */
  readonly temporary: string;
  /** What must be seen as it is: the checkout, the programs, the home. */
  readonly needed: readonly string[];
  readonly wantsDisk: boolean;
}

/** A bound: what was seen is tens of megabytes. */
const SIZE = "2g";
/** A smaller machine would have to write it to a disk after all. */
const MIN_MEMORY_BYTES = 8 * 1_024 ** 3;
/** From here on a folder in memory can be what a view is laid over, as one on a disk can. */
const MIN_RELEASE = [6, 6] as const;

const SCRIPT = 'mount -t tmpfs -o "size=$1,mode=1777" toolplane-tests "$2" && shift 2 && exec "$@"';

/** What goes before the words of a test run; nothing where it cannot be done or is not wanted. */
export function temporaryInMemory(
  facts: MachineFacts = machineFacts(),
  works: (words: readonly string[]) => boolean = runsTrue,
): readonly string[] {
  if (!isSuited(facts)) return [];
  const words = [
    ...["unshare", "--mount", "--propagation", "private", "--"],
    ...["sh", "-c", SCRIPT, "sh", SIZE, facts.temporary],
  ];
  return works(words) ? words : [];
}

function isSuited(facts: MachineFacts): boolean {
  const isHidden = (path: string): boolean => `${path}/`.startsWith(`${facts.temporary}/`);
  return (
    facts.platform === "linux" &&
    facts.isRoot &&
    !facts.wantsDisk &&
    facts.memoryBytes >= MIN_MEMORY_BYTES &&
    isRecent(facts.release) &&
    !facts.needed.some(isHidden)
  );
}

function isRecent(version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  return major > MIN_RELEASE[0] || (major === MIN_RELEASE[0] && minor >= MIN_RELEASE[1]);
}

/** A container may refuse what its root asks for. */
function runsTrue([program = "", ...words]: readonly string[]): boolean {
  return spawnSync(program, [...words, "true"]).status === 0;
}

function machineFacts(): MachineFacts {
  return {
    isRoot: process.getuid?.() === 0,
    platform: process.platform,
    release: release(),
    memoryBytes: totalmem(),
    temporary: realpathSync(tmpdir()),
    needed: [process.cwd(), import.meta.dirname, process.execPath, homedir()].map((path) =>
      realpathSync(path),
    ),
    wantsDisk: process.env.TOOLPLANE_TEST_DISK === "1",
  };
}
