/**
 * Lists the tools as they are registered here, with how often each was called, for commands that only look. Nothing is started.
 */
import type { Tool } from "@toolplane/contract";
import type { ToolFacts, ToolLine } from "@toolplane/contract/console";
import type { Store } from "@toolplane/contract/ports";
import type { ToolFolderProblem } from "@toolplane/host/tool-folders";
import type { ToolRow } from "@toolplane/kernel";
import type { Settings } from "../settings/declaration/settings.ts";
import { openState, type StatePlace } from "../state/open-state.ts";
import { hasState } from "../state/state-files.ts";
import { readKeptTools } from "./kept-tools.ts";
import { openCatalog } from "./open-catalog.ts";
import { readFolderTools } from "./read-folder-tools.ts";
import { whatToolsNeed } from "./what-tools-need.ts";

/** One tool with its calls here. */
export interface ListedRow {
  readonly row: ToolRow;
  /** Its purpose in one line; empty for a tool that no call reaches. Foreign text. */
  readonly summary: string;
  readonly calls: number;
  /** A step that makes it work here; null where it works. */
  readonly needs: string | null;
}

export interface ToolList {
  readonly rows: readonly ListedRow[];
  readonly problems: readonly ToolFolderProblem[];
  /** The tool that a call by this name reaches; null for none. */
  find(name: string): Tool | null;
  /** Finds what a model's own search would find, best first. */
  search(query: string): readonly ListedRow[];
}

/** As many as a person reads. */
const MAX_FOUND = 20;

interface ListToolsOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The store in which calls are counted; unless given, the one of the settings is opened for that. */
  readonly store?: Pick<Store, "countTools">;
}

export async function listTools(
  settings: Settings,
  { environment, store }: ListToolsOptions,
): Promise<ToolList> {
  const { tools: fromFolders, problems } = await readFolderTools(settings);
  const { kernel, search } = openCatalog(settings, [
    ...(await readKeptTools(settings.userData)),
    // Only listed: no code of their authors starts here.
    ...fromFolders.map(({ tool, layer }) => ({
      tool: { ...tool, lifecycle: {} },
      origin: { layer, trusted: true },
    })),
  ]);
  const counts = await (store?.countTools() ?? readCallCounts(settings));
  const needs = await whatToolsNeed(settings, environment);
  const described = new Map(kernel.tools().map(({ tool }) => [tool.id, tool.description]));
  const rows = kernel.describe().map((row) => ({
    row,
    summary: row.bound ? firstSentence(described.get(row.name) ?? "") : "",
    calls: counts.get(row.name) ?? 0,
    // A person's own tool of the same name is another.
    needs: row.bound && row.origin === "bundled" ? (needs.get(row.name) ?? null) : null,
  }));
  return {
    rows,
    problems,
    find: (name) => kernel.tools().find(({ tool }) => tool.id === name)?.tool ?? null,
    search: (query) =>
      search(query, MAX_FOUND).flatMap((name) => rows.filter(({ row }) => row.name === name)),
  };
}

/** Says which calls of a tool a person is asked about: every one that no rule answers, or only those that a rule asks about. */
export function postureOf({ status, enabled, bound, gated, exposure }: ToolRow): string {
  if (status === "refused") return "quarantined";
  if (!enabled) return "off";
  if (!bound) return status === "active" ? "shadowed" : status;
  if (!gated) return "by rules only";
  return exposure === "unlisted" ? "every call, unlisted" : "every call";
}

/** The kinds of things, without the patterns. */
export function touchesOf({ requires }: ToolRow): string {
  const kinds = new Set(requires.map((text) => text.split(" ")[0] ?? ""));
  if (kinds.has("fs.write")) kinds.delete("fs.read");
  return kinds.size === 0 ? "-" : [...kinds].join(", ");
}

/** A tool for programs: everything but what runs it. */
export function toolFacts(tool: Tool, rows: readonly ListedRow[]): ToolFacts {
  const { id, label, description, parameters, output, requires, mode, kind, gated, limits } = tool;
  return {
    name: id,
    label,
    description,
    parameters,
    output,
    requires,
    mode,
    kind,
    gated,
    limits,
    approvalKey: tool.approvalKey || tool.laterKey ? "own" : "footprint",
    registrations: rows.map(({ row, calls, needs }) => ({
      origin: row.origin,
      bound: row.bound,
      status: row.status,
      posture: postureOf(row),
      shadows: row.shadows,
      shadowedBy: row.shadowedBy,
      reason: row.reason,
      calls,
      needs,
    })),
  };
}

const MAX_SUMMARY = 160;

/** Up to the end of its first sentence or line, whichever comes first. */
function firstSentence(description: string): string {
  const [line = ""] = description.trim().split("\n", 1);
  const [sentence = ""] = line.split(/(?<=[.!?])\s/, 1);
  return sentence.length <= MAX_SUMMARY ? sentence : `${sentence.slice(0, MAX_SUMMARY - 1)}…`;
}

/** A row as `--json` and the console give it; what identifies a registration in this process stays here. */
export function rowFacts({ row, summary, calls, needs }: ListedRow): ToolLine {
  const { registrationId: _, calls: here, ...facts } = row;
  return {
    ...facts,
    posture: postureOf(row),
    mayTouch: touchesOf(row),
    summary,
    calls: calls + here.total,
    needs,
  };
}

/** Counts how often each tool was called here; nothing is made where nothing was kept. */
async function readCallCounts(settings: StatePlace): Promise<ReadonlyMap<string, number>> {
  if (!hasState(settings)) return new Map();
  const state = await openState(settings);
  try {
    return await state.store.countTools();
  } finally {
    await state.close();
  }
}
