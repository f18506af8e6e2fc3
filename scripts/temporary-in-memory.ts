/**
 * Tests make and remove some hundred thousand small files. A disk keeps a removed file's place for seconds and walks past it for
 * each new one: files full of sandboxes took up to half as much processor time again for it, and the attack corpus, whose places
 * lie in `/var/tmp`, three times as much. So where it may be done, both folders for temporary files are in memory, each a mount
 * of its own, for the test run alone: nobody else sees them, and they go with the last process.
 */
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { homedir, release, tmpdir, totalmem } from "node:os";

export interface MachineFacts {
  readonly isRoot: boolean;
  readonly platform: string;
  readonly release: string;
  readonly memoryBytes: number;
  /** What is mounted over, each where it hides nothing that is needed. */
  readonly temporary: readonly string[];
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

const SCRIPT =
  'while [ "$1" != -- ]; do mount -t tmpfs -o size=SIZE,mode=1777 toolplane-tests "$1" || exit; shift; done; shift; exec "$@"';

/** What goes before the words of a test run; nothing where it cannot be done or is not wanted. */
export function temporaryInMemory(
  facts: MachineFacts = machineFacts(),
  works: (words: readonly string[]) => boolean = runsTrue,
): readonly string[] {
  const folders = facts.temporary.filter((folder) => !isNeeded(folder, facts.needed));
  if (!isSuited(facts) || folders.length === 0) return [];
  const words = [
    ...["unshare", "--mount", "--propagation", "private", "--"],
    ...["sh", "-c", SCRIPT.replace("SIZE", SIZE), "sh", ...folders, "--"],
  ];
  return works(words) ? words : [];
}

function isNeeded(folder: string, needed: readonly string[]): boolean {
  return needed.some((path) => `${path}/`.startsWith(`${folder}/`));
}

function isSuited(facts: MachineFacts): boolean {
  return (
    facts.platform === "linux" &&
    facts.isRoot &&
    !facts.wantsDisk &&
    facts.memoryBytes >= MIN_MEMORY_BYTES &&
    isRecent(facts.release)
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

/** The second is where tests put what must not lie in the first: in a sandbox that name means the session's own folder. */
function temporaryFolders(): readonly string[] {
  const folders = [tmpdir(), "/var/tmp"].filter((folder) => existsSync(folder));
  return [...new Set(folders.map((folder) => realpathSync(folder)))];
}

function machineFacts(): MachineFacts {
  return {
    isRoot: process.getuid?.() === 0,
    platform: process.platform,
    release: release(),
    memoryBytes: totalmem(),
    temporary: temporaryFolders(),
    needed: [process.cwd(), import.meta.dirname, process.execPath, homedir()].map((path) =>
      realpathSync(path),
    ),
    wantsDisk: process.env.TOOLPLANE_TEST_DISK === "1",
  };
}
