/**
 * The names that a glob matches, newest first. A few are listed side by side and dated here; when there are more than that,
 * asking the system about each costs more than the whole search, and ripgrep lists them again in order of their dates, of
 * which only the first are read.
 */
import { lstatSync } from "node:fs";
import { type FileGlob, posixPath } from "@toolplane/readings";
import type { DoorGate } from "../files/create-door-gate.ts";
import { type IgnorePlan, planIgnoring } from "./gitignore/ignore-plan.ts";
import { namedTypes } from "./named-types.ts";
import type { SearchRoot } from "./open-search-root.ts";
import { readRecords } from "./read-records.ts";
import { runRipgrep } from "./run-ripgrep.ts";

export interface ListJob {
  readonly program: string;
  readonly root: SearchRoot;
  readonly glob: FileGlob;
  /** Where the program begins, below the root. */
  readonly start: string;
  /** How many of the newest are needed, when there are many. */
  readonly wanted: number;
}

/** Ways from the root, newest first; `complete` when there are no others. */
export interface ListedNames {
  readonly names: readonly string[];
  readonly complete: boolean;
}

const FEW = 5_000;
const MAX_PATH_BYTES = 64 * 1024;

/** Lists, and once more when a nested .gitignore turns out to need another reading. */
export async function listNames(gate: DoorGate, job: ListJob): Promise<ListedNames> {
  const { self, real } = job.root.handle;
  const ignoring = planIgnoring({ self, real, opened: job.glob.prefix });
  const listed = await listNewest(gate, job, ignoring);
  return ignoring.mustRepeat(listed.names) ? listNewest(gate, job, ignoring.exactly()) : listed;
}

async function listNewest(gate: DoorGate, job: ListJob, plan: IgnorePlan): Promise<ListedNames> {
  const few = await collect(gate, job, { plan, args: [], most: FEW });
  if (few.complete || few.names.length < FEW)
    return { names: newestFirst(few.names, job.root), complete: few.complete };
  return collect(gate, job, { plan, args: ["--sortr=modified"], most: job.wanted });
}

async function collect(
  gate: DoorGate,
  { program, root, glob, start }: ListJob,
  run: { readonly plan: IgnorePlan; readonly args: readonly string[]; readonly most: number },
): Promise<ListedNames> {
  const { plan, most } = run;
  const names: string[] = [];
  const records = readRecords({
    end: 0,
    maxBytes: MAX_PATH_BYTES,
    take(record) {
      const name = record.toString("utf8", record[0] === 0x2e && record[1] === 0x2f ? 2 : 0);
      if (glob.matches(name) && !plan.leavesOut(name)) names.push(name);
      return names.length < most;
    },
  });
  const hidden = glob.hidden ? ["--hidden"] : [];
  const args = ["--files", "--null", ...hidden, ...namedTypes(glob), ...plan.args, ...run.args];
  const { stopped } = await runRipgrep({
    ...{ program, args, start, cwd: root.handle.self, input: plan.input, gate },
    take: records.push,
  });
  return { names, complete: !stopped };
}

function newestFirst(names: readonly string[], { handle }: SearchRoot): readonly string[] {
  const dated = names.map((name) => ({ name, ms: modifiedAt(posixPath.join(handle.real, name)) }));
  return dated
    .sort((left, right) => right.ms - left.ms || (left.name < right.name ? -1 : 1))
    .map(({ name }) => name);
}

/** A file that is gone by now sorts last, and is left out when it is pinned. */
function modifiedAt(path: string): number {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0;
  }
}
