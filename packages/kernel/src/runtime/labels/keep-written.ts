/**
 * Keeps the labels of what a call wrote, for later sessions: where the call named a file that carries a label, and where what it wrote
 * holds a value of one. Everything else that it wrote counts as the workspace's own, or one such file would mark every build.
 */
import { type LabelSource, UNTRUSTED } from "@toolplane/contract";
import type { PrivateFile } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import type { CallView } from "../../call/call-view.ts";
import type { SessionTool } from "../../session/session-tool.ts";
import { namedLabels } from "./named-labels.ts";

export type WritingCall = CallView<{
  reads: "wrote" | "liveSinceMs" | "labels" | "footprint" | "tool";
  session: "labeller" | "brought" | "flow" | "shownFiles" | "analyzer" | "variables";
}>;

/** Undefined where nothing that it wrote can carry a label. */
export function keepWritten(call: WritingCall): Promise<void> | undefined {
  const { session, wrote, tool } = call;
  if (wrote === null && call.liveSinceMs === null) return undefined;
  if (tool === null || session.labeller.isEmpty || session.brought === null) return undefined;
  const shown = [...(call.labels ?? []), ...session.flow.seen()].filter(isKept);
  return shown.length === 0 ? undefined : keep(call, { tool, wrote: [...(wrote ?? [])], shown });
}

interface Written {
  readonly tool: SessionTool;
  readonly wrote: readonly string[];
  readonly shown: readonly LabelSource[];
}

async function keep(call: WritingCall, { tool, wrote, shown }: Written): Promise<void> {
  const { session } = call;
  const named = await labelsNamed(call, tool);
  if (named.length > 0) await keepAll(call, wrote, named);
  const { traces } = session.analyzer;
  if (traces === undefined) return;
  const privates = [...(await session.shownFiles.files(session.labeller)), ...seenFiles(shown)];
  // A file that carries a label by its own name needs no other.
  const written = [...wrote.flatMap((path) => filesAt(call, path)), ...(await changedLive(call))];
  const others = [...new Set(written)].filter((path) => !isPrivate(privates, path));
  try {
    await keepAll(call, await traces(others, privates), shown);
  } catch {
    // Nobody knows what they hold.
    await keepAll(call, others, shown);
  }
}

/** Labels of the files that the call names to be read, and of folders that it names: not of the workspace, which every build names. */
async function labelsNamed(call: WritingCall, tool: SessionTool): Promise<readonly LabelSource[]> {
  const { footprint, session } = call;
  const { labeller, shownFiles, variables } = session;
  const roots = variables.workspace ?? [];
  const found: LabelSource[] = [];
  for (const resource of footprint?.resources ?? []) {
    if (resource.capability !== "fs.read") continue;
    found.push(...namedLabels(call, tool, resource));
    const isPart = resource.tree === true && !roots.some((root) => isWithin(root, resource.path));
    if (isPart && resource.history !== true)
      found.push(...(await shownFiles.labels(labeller, () => true, resource.path)));
  }
  return found.filter(isKept);
}

function isKept({ label }: LabelSource): boolean {
  return label !== UNTRUSTED;
}

/** The files that a session has read anywhere: their labels have their path as source. */
function seenFiles(shown: readonly LabelSource[]): readonly PrivateFile[] {
  return shown.flatMap(({ source }) => (source.startsWith("/") ? [{ path: source }] : []));
}

function isPrivate(privates: readonly PrivateFile[], written: string): boolean {
  return privates.some(({ path, history }) => path === written && history !== true);
}

/** A folder that was written as a whole is looked at file by file. */
function filesAt({ session: { analyzer } }: WritingCall, path: string): readonly string[] {
  const found = analyzer.path(path, "read");
  if (!found.ok || found.value.kind !== "directory") return [path];
  return analyzer.below?.(path)?.paths ?? [path];
}

/** The times of files are as coarse as the kernel's tick. */
const CLOCK_STEP_MS = 100;

/** Where no change set says what a process changed, the times of files do. */
async function changedLive({ session, liveSinceMs }: WritingCall): Promise<readonly string[]> {
  const { analyzer, variables } = session;
  if (liveSinceMs === null) return [];
  const found = (variables.workspace ?? []).map(
    (root) => analyzer.changedSince?.(root, liveSinceMs - CLOCK_STEP_MS) ?? [],
  );
  return (await Promise.all(found)).flat();
}

async function keepAll(
  { session }: WritingCall,
  paths: readonly string[],
  labels: readonly LabelSource[],
): Promise<void> {
  const first = new Map<string, LabelSource>();
  for (const one of labels) if (!first.has(one.label)) first.set(one.label, one);
  const files = paths.flatMap((path) =>
    [...first.values()].map(({ label, source }) => ({ path, label, source })),
  );
  session.shownFiles.forget();
  await session.brought?.keep(files);
}
