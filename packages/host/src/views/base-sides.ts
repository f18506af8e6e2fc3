/**
 * Finds what both sides of a path began with. A view shows the project wherever it changed nothing. So it is what the path held
 * before the view's first change of it since the two were last one: the journal keeps it, of doors and of commands alike.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JournalEntry } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import { NO_MODE, type OpenView, readLandedAddress, type ViewSide } from "@toolplane/sandbox";
import type { ChangeSides } from "../doors/change-sides.ts";
import { modeInName, readBase } from "./kept-base.ts";

export interface BaseParts {
  readonly store: Pick<Store, "journal">;
  readonly sides: ChangeSides;
}

export async function baseSides(
  { state, folder }: Pick<OpenView, "state" | "folder">,
  { store, sides }: BaseParts,
): Promise<(path: string) => Promise<ViewSide>> {
  const entries: JournalEntry[] = [];
  for (const [sessionId, last] of Object.entries(state.synced)) {
    const all = await store.journal.list(sessionId);
    const from = last === null ? 0 : all.findIndex(({ id }) => id === last) + 1;
    entries.push(...all.slice(from));
  }
  entries.sort((one, other) => one.atMs - other.atMs);
  const first = new Map<string, JournalEntry>();
  for (const entry of entries) if (!first.has(entry.path)) first.set(entry.path, entry);
  return async (path) => {
    const kept = state.bases[path];
    if (kept === null) return null;
    if (kept !== undefined) return readBase(kept) ?? readKept(folder, kept);
    const own = first.get(path);
    const entry = own ?? [...first.values()].find((one) => isWithin(path, one.path));
    if (entry === undefined) return NOT_KNOWN;
    if (entry.before === null) return null;
    const inner = entry.path === path ? undefined : path.slice(entry.path.length + 1);
    const side = await sides.of(entry.before, inner);
    if (side === null) return null;
    if ("told" in side)
      return side.told === "a folder"
        ? { kind: "directory" }
        : { kind: "unknown", reason: side.told };
    const text = Buffer.from(side).toString("utf8");
    if (entry.before.startsWith("link:") || /^link to .*\n$/.test(text))
      return { kind: "link", target: text.slice("link to ".length, -1) };
    // A door that changes a mode takes the file away first, so what it writes over had the mode that it has.
    const isLanded = readLandedAddress(entry.before) !== null;
    const mode = isLanded ? sides.modeOf(entry.before, inner) : entry.mode;
    return { kind: "file", mode: mode ?? NO_MODE, bytes: side };
  };
}

const NOT_KNOWN: ViewSide = {
  kind: "unknown",
  reason: "what both sides began with is not known: something wrote it past the journal",
};

function readKept(folder: string, name: string): ViewSide {
  try {
    return {
      kind: "file",
      mode: modeInName(name),
      bytes: readFileSync(join(folder, "base", name)),
    };
  } catch {
    return { kind: "unknown", reason: "what both sides began with is no longer kept" };
  }
}
