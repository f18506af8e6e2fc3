/**
 * Tests make and remove some hundred thousand small files. A disk keeps a removed file's place for seconds and walks past it for
 * each new one: files full of sandboxes took up to half as much processor time again for it, and the attack corpus, whose places
 * lie in `/var/tmp`, three times as much. So where it may be done, both folders for temporary files are in memory, each a mount
 * of its own, for the test run alone: no other process sees them, and they go with the last process. A checkout or home that lies
 * in one of them, as a newcomer's trial may, is bound to its old place again.
 */
import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { homedir, release, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";

export interface MachineFacts {
  readonly isRoot: boolean;
  readonly platform: string;
  readonly release: string;
  readonly memoryBytes: number;
  readonly temporary: readonly string[];
  /** Folders that must be seen as they are: the checkout, the one of the programs, the home. */
  readonly needed: readonly string[];
  readonly wantsDisk: boolean;
}

/** A bound: what was seen is tens of megabytes. */
const SIZE = "2g";
/** A smaller machine would have to write it to a disk after all. */
const MIN_MEMORY_BYTES = 8 * 1_024 ** 3;
/** From here on a folder in memory can be what a view is laid over, as one on a disk can. */
const MIN_RELEASE = [6, 6] as const;

/**
 * `sh FOLDER... -- NEEDED... -- WORD...`. What is needed is opened before it is hidden, and bound from there: by its name it could
 * not be found any more.
 */
const SCRIPT = `
folders=
while [ "$1" != -- ]; do folders="$folders $1"; shift; done; shift
end=3
for kept; do [ "$kept" = -- ] && break; eval "exec $end<\\$kept" || exit; end=$((end + 1)); done
for folder in $folders; do mount -t tmpfs -o size=${SIZE},mode=1777 toolplane-tests "$folder" || exit; done
at=3
while [ "$1" != -- ]; do
  mkdir -p "$1" && mount --no-canonicalize --bind "/proc/self/fd/$at" "$1" && eval "exec $at<&-" || exit
  at=$((at + 1)); shift
done; shift
cd "$PWD" && exec "$@"`;
/** A shell has names for this many open files of its own. */
const MAX_KEPT = 7;

/** The words in front of those of a test run; none where it cannot be done or is not wanted. */
export function temporaryInMemory(
  facts: MachineFacts = machineFacts(),
  works: (words: readonly string[]) => boolean = runsTrue,
): readonly string[] {
  const folders = facts.temporary.filter(
    (folder) => !facts.needed.some((path) => isIn(folder, path)),
  );
  const kept = outermost(
    facts.needed.filter((path) => folders.some((folder) => isIn(path, folder))),
  );
  if (!isSuited(facts) || folders.length === 0 || kept.length > MAX_KEPT) return [];
  const words = [
    ...["unshare", "--mount", "--propagation", "private", "--"],
    ...["sh", "-c", SCRIPT, "sh", ...folders, "--", ...kept, "--"],
  ];
  return works(words) ? words : [];
}

/** A folder is in itself. */
function isIn(path: string, folder: string): boolean {
  return `${path}/`.startsWith(`${folder}/`);
}

function outermost(paths: readonly string[]): readonly string[] {
  const others = [...new Set(paths)];
  return others.filter((path) => !others.some((other) => other !== path && isIn(path, other)));
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
    needed: [
      process.cwd(),
      join(import.meta.dirname, ".."),
      dirname(process.execPath),
      homedir(),
    ].map((path) => realpathSync(path)),
    wantsDisk: process.env.TOOLPLANE_TEST_DISK === "1",
  };
}
