/**
 * `search` of the file door: one ripgrep over the pinned root, its records read as they come. For each file with a match
 * the name is pinned, the gate is asked, and every line is compared with the pinned content before it counts; so neither a
 * denied file nor a link swapped in while the program ran shows, not even as a number.
 */
import { closeSync, constants } from "node:fs";
import { type SearchFound, type SearchHit, type SearchQuery, ToolError } from "@toolplane/contract";
import { isBelow, posixPath } from "@toolplane/readings";
import { closedName } from "../files/judged/closed-name.ts";
import type { DoorGate } from "../files/judged/create-door-gate.ts";
import type { FileMachine } from "../files/machine/file-machine.ts";
import { systemFault } from "../files/machine/system-fault.ts";
import { collectFile, type FileCollector } from "./collect-file.ts";
import { findOddIgnoreFile } from "./gitignore/find-odd-ignore-file.ts";
import { type IgnorePlan, planIgnoring } from "./gitignore/ignore-plan.ts";
import {
  admitsBelow,
  openBelow,
  openSearchRoot,
  type SearchRoot,
  searchStart,
} from "./open-search-root.ts";
import { parseRecord } from "./parse-record.ts";
import { MAX_MULTILINE_BYTES, planSearch, type SearchPlan } from "./plan-search.ts";
import { readRecords } from "./read-records.ts";
import { type RipgrepJob, runRipgrep } from "./run-ripgrep.ts";

const LIMIT = 200;
const MAX_RECORD_BYTES = 8 * 1024 * 1024;
const LINE_END = 0x0a;
/** Files that are named for lines too long to be read; the first ones say enough. */
const MAX_UNREAD = 20;

export interface SearchParts {
  readonly machine: FileMachine;
  readonly program: string;
}

interface SearchJob {
  readonly root: SearchRoot;
  readonly plan: SearchPlan;
  readonly query: SearchQuery;
  readonly limit: number;
}

/** Looks through files. `limit` counts hits in mode "content" and files in the other two. */
export async function searchFiles(
  parts: SearchParts,
  gate: DoorGate,
  query: SearchQuery,
): Promise<SearchFound> {
  const root = openSearchRoot(parts.machine, gate, query.path);
  try {
    const limit = Math.max(0, Math.trunc(query.limit ?? LIMIT));
    const look = root.handle.kind === "file" ? searchOne : searchTree;
    const run = (plan: SearchPlan) => look(parts, gate, { root, plan, query, limit });
    const lead = leadOf(parts.machine, root, query.glob);
    const found = await run(planSearch(query, limit, { lead }));
    const isLost = lead !== "" && found.hits.length === 0 && found.counts.length === 0;
    const meant = isLost ? await run(planSearch(query, limit)) : found;
    return { ...meant, root: root.lexical };
  } catch (error) {
    throw systemFault(error, query.path ?? ".");
  } finally {
    root.handle.close();
  }
}

/**
 * A glob with a slash is read from the workspace, as ripgrep reads it from where it was started; when that finds nothing, from
 * the folder that is searched, which is what many mean by it.
 */
function leadOf(
  { places }: FileMachine,
  { lexical }: SearchRoot,
  glob: string | undefined,
): string {
  const [workspace] = places.roots;
  const isPlain = glob === undefined || glob.startsWith("!") || !glob.includes("/");
  if (isPlain || workspace === undefined || !isBelow(lexical, workspace)) return "";
  return posixPath.below(workspace, lexical);
}

/** One file is handed over open, so that no name is followed twice. */
async function searchOne(parts: SearchParts, gate: DoorGate, job: SearchJob): Promise<SearchFound> {
  // The program's own bound is about files that it opens itself.
  if (job.query.multiline && job.root.handle.stat.size > MAX_MULTILINE_BYTES)
    throw new ToolError(
      "too_large",
      `${job.query.path} has ${job.root.handle.stat.size} bytes; a search across lines takes up to ${MAX_MULTILINE_BYTES}: search it line by line`,
    );
  const input = job.root.handle.content(constants.O_RDONLY);
  try {
    const { args } = job.plan;
    return (await runSearch(parts, gate, { ...job, args, input, start: "-", cwd: "/" })) ?? NOTHING;
  } finally {
    closeSync(input);
  }
}

async function searchTree(
  parts: SearchParts,
  gate: DoorGate,
  job: SearchJob,
): Promise<SearchFound> {
  const { root, plan } = job;
  const { self, real } = root.handle;
  const start = searchStart(parts.machine, root, plan.prefix);
  if (start === null) return NOTHING;
  const ignoring = planIgnoring({ self, real, opened: plan.prefix });
  const run = async ({ args, input, leavesOut, unopened }: IgnorePlan): Promise<SearchFound> => {
    const found = await runSearch(parts, gate, {
      ...job,
      start,
      input,
      cwd: self,
      args: [...plan.args, ...args],
      plan: { ...plan, matches: (relative) => plan.matches(relative) && !leavesOut(relative) },
      isHindered: unopened === null ? undefined : () => findOddIgnoreFile(real),
    });
    return found ?? (unopened === null ? NOTHING : run(unopened()));
  };
  const found = await run(ignoring);
  const names = [...found.hits, ...found.counts].map(({ path }) =>
    path.slice(root.lexical.length + (root.lexical.endsWith("/") ? 0 : 1)),
  );
  return ignoring.mustRepeat(names) ? run(ignoring.exactly()) : found;
}

const NOTHING: SearchFound = { hits: [], counts: [], truncated: false };

/** Null when something stood in its way: then nothing that it found counts. */
async function runSearch(
  { machine, program }: SearchParts,
  gate: DoorGate,
  job: SearchJob & Pick<RipgrepJob, "args" | "start" | "cwd" | "input" | "isHindered">,
): Promise<SearchFound | null> {
  const { root, plan, query, limit, args, start, cwd, input, isHindered } = job;
  const found = createFindings({ mode: query.mode ?? "content", limit });
  const take = createTaker({ machine, gate, root, plan, query, found });
  const { skip } = take;
  const records = readRecords({ end: LINE_END, maxBytes: MAX_RECORD_BYTES, take, skip });
  const { stopped, hindered } = await runRipgrep({
    program,
    args,
    start,
    cwd,
    input,
    gate,
    take: records.push,
    isHindered,
  }).finally(take.close);
  return hindered ? null : found.result(stopped);
}

interface Findings {
  /** False when the limit is passed. */
  add(path: string, file: { readonly hits: readonly SearchHit[]; readonly count: number }): boolean;
  /** Lines of a file were too long to be read. */
  leave(path: string, lines: number): void;
  result(cut: boolean): SearchFound;
}

function createFindings(options: {
  readonly mode: NonNullable<SearchQuery["mode"]>;
  readonly limit: number;
}): Findings {
  const { mode, limit } = options;
  const hits: SearchHit[] = [];
  const counts: { readonly path: string; readonly count: number }[] = [];
  const unread: { readonly path: string; readonly lines: number }[] = [];
  const kept: { readonly path: string }[] = mode === "content" ? hits : counts;
  return {
    add(path, file) {
      if (mode === "content") hits.push(...file.hits);
      else counts.push({ path, count: file.count });
      return kept.length <= limit;
    },
    leave(path, lines) {
      if (unread.length < MAX_UNREAD) unread.push({ path, lines });
    },
    result(cut) {
      const truncated = cut || kept.length > limit;
      return {
        hits: byPath(hits.slice(0, limit)),
        counts: byPath(counts.slice(0, limit)),
        truncated,
        ...(unread.length > 0 ? { unread: byPath(unread) } : {}),
      };
    },
  };
}

/** Files are searched side by side and end in any order. */
function byPath<T extends { readonly path: string }>(list: readonly T[]): readonly T[] {
  return list.toSorted((left, right) =>
    left.path < right.path ? -1 : left.path > right.path ? 1 : 0,
  );
}

interface TakerParts {
  readonly machine: FileMachine;
  readonly gate: DoorGate;
  readonly root: SearchRoot;
  readonly plan: SearchPlan;
  readonly query: SearchQuery;
  readonly found: Findings;
}

/** Reads records in order: a file begins, its lines, a file ends. */
function createTaker(
  parts: TakerParts,
): ((record: Buffer) => boolean) & { close(): void; skip(): void } {
  const { found, query } = parts;
  let file: FileCollector | null = null;
  const close = () => {
    file?.close();
    file = null;
  };
  const take = (bytes: Buffer): boolean => {
    const record = parseRecord(bytes);
    if (record === null) return true;
    if (record.type === "begin") {
      close();
      file = beginFile(parts, record.path);
      return true;
    }
    if (file === null) return true;
    if (record.type === "line") {
      file.line(record);
      return true;
    }
    const { path } = file;
    const { multiline = false } = query;
    const result = file.finish({ binary: record.binary, multiline });
    close();
    if (result.unread > 0) found.leave(path, result.unread);
    return result.count === 0 || found.add(path, result);
  };
  const skip = () => file?.skip();
  return Object.assign(take, { close, skip });
}

function beginFile(parts: TakerParts, name: string | null): FileCollector | null {
  const { machine, gate, root, plan } = parts;
  if (name === null) return null;
  const { mode = "content", context = 0 } = parts.query;
  const kept = { texts: mode === "content", context };
  if (root.handle.kind === "file") return collectFile(root.lexical, root.handle, kept);
  const relative = name.replace(/^\.\//, "");
  if (!plan.matches(relative)) return null;
  const handle = openBelow(machine, root, relative);
  if (handle === null) return null;
  const judged =
    handle.kind === "file" &&
    admitsBelow(gate, root, relative) &&
    closedName(machine, gate, handle) === null;
  const collector = judged
    ? collectFile(posixPath.join(root.lexical, relative), handle, kept)
    : null;
  // The content is open by its own descriptor; the name was only needed to get there.
  handle.close();
  return collector;
}
