/**
 * The names that a glob matches, newest first. They are listed by several threads and dated here as they come; when there are too
 * many for that, or a disk is slow, ripgrep lists them again in order of their dates, of which only the first are read.
 */
import type { FileGlob } from "@toolplane/readings";
import type { DoorGate } from "../files/judged/create-door-gate.ts";
import { createDatedNames } from "./dated-names.ts";
import { findOddIgnoreFile } from "./gitignore/find-odd-ignore-file.ts";
import { type IgnorePlan, planIgnoring } from "./gitignore/ignore-plan.ts";
import { namedTypes } from "./named-types.ts";
import type { SearchRoot } from "./open-search-root.ts";
import { readNames } from "./read-names.ts";
import { type RipgrepEnd, runRipgrep } from "./run-ripgrep.ts";

export interface ListJob {
  readonly program: string;
  readonly root: SearchRoot;
  readonly glob: FileGlob;
  /** The place where the program begins, below the root. */
  readonly start: string;
  /** Number of the newest that are needed, when there are many. */
  readonly wanted: number;
  /** The most that are dated here, where that is not the usual number. */
  readonly mostDated?: number;
}

/** Ways from the root, newest first; `complete` when there are no others. */
export interface ListedNames {
  readonly names: readonly string[];
  readonly complete: boolean;
}

const MAX_PATH_BYTES = 64 * 1024;

/** Lists, and once more when a nested .gitignore turns out to need another reading. */
export async function listNames(gate: DoorGate, job: ListJob): Promise<ListedNames> {
  const { self, real } = job.root.handle;
  const ignoring = planIgnoring({ self, real, opened: job.glob.prefix });
  const listed = await listUnhindered(gate, job, ignoring);
  return ignoring.mustRepeat(listed.found) ? listUnhindered(gate, job, ignoring.exactly()) : listed;
}

async function listUnhindered(
  gate: DoorGate,
  job: ListJob,
  plan: IgnorePlan,
): Promise<ListedFound> {
  const listed = await listNewest(gate, job, plan);
  if (listed !== null) return listed;
  const again = plan.unopened === null ? null : await listNewest(gate, job, plan.unopened());
  return again ?? { names: [], complete: false, found: [] };
}

/** `found` also holds what is not among the newest. */
type ListedFound = ListedNames & { readonly found: readonly string[] };

/** Null when something stood in its way. */
async function listNewest(
  gate: DoorGate,
  job: ListJob,
  plan: IgnorePlan,
): Promise<ListedFound | null> {
  const { root, wanted, mostDated } = job;
  const dated = createDatedNames(root.handle.real, { most: mostDated });
  const { stopped, hindered } = await collect(gate, job, {
    plan,
    args: [],
    take(name) {
      dated.add(name);
      return dated.takesMore();
    },
  });
  if (hindered) return null;
  const { names: found } = dated;
  if (dated.takesMore())
    return { names: dated.newest(wanted), complete: !stopped && found.length <= wanted, found };
  return listInOrder(gate, job, plan);
}

async function listInOrder(
  gate: DoorGate,
  job: ListJob,
  plan: IgnorePlan,
): Promise<ListedFound | null> {
  const names: string[] = [];
  const { stopped, hindered } = await collect(gate, job, {
    plan,
    args: ["--sortr=modified"],
    take(name) {
      names.push(name);
      return names.length < job.wanted;
    },
  });
  return hindered ? null : { names, complete: !stopped, found: names };
}

interface Listing {
  readonly plan: IgnorePlan;
  readonly args: readonly string[];
  /** Takes a name; false when that were enough. */
  readonly take: (name: string) => boolean;
}

function collect(
  gate: DoorGate,
  { program, root, glob, start }: ListJob,
  { plan, args: further, take }: Listing,
): Promise<RipgrepEnd> {
  const names = readNames({
    maxBytes: MAX_PATH_BYTES,
    take(listed) {
      const name = listed.startsWith("./") ? listed.slice(2) : listed;
      return !glob.matches(name) || plan.leavesOut(name) || take(name);
    },
  });
  const hidden = glob.hidden ? ["--hidden"] : [];
  const args = ["--files", "--null", ...hidden, ...namedTypes(glob), ...plan.args, ...further];
  return runRipgrep({
    program,
    args,
    start,
    cwd: root.handle.self,
    input: plan.input,
    gate,
    take: names.push,
    isHindered: plan.unopened === null ? undefined : () => findOddIgnoreFile(root.handle.real),
  });
}
