/** Walks everything below a pinned directory, each thing looked at through the directory that holds it. Bounded. */
import { readdirSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import type { Handle, OpenHandle } from "../../paths/handles/open-handle.ts";

const MAX_ENTRIES = 20_000;

/** One thing of a tree; `relative` is its way from the root. */
export interface WalkedEntry {
  readonly relative: string;
  readonly kind: Handle["kind"];
}

/** Walks parents before children. `visit` sees each thing pinned, with the directory that holds it. */
export async function walkSpot(
  open: OpenHandle,
  root: { readonly handle: Handle; readonly text: string; readonly maxEntries?: number },
  visit: (entry: WalkedEntry, at: { handle: Handle; parent: Handle; name: string }) => unknown,
): Promise<readonly WalkedEntry[]> {
  const { maxEntries = MAX_ENTRIES } = root;
  const entries: WalkedEntry[] = [];
  async function enter(directory: Handle, prefix: string): Promise<void> {
    for (const name of readdirSync(directory.self)) {
      if (entries.length >= maxEntries)
        throw new ToolError("too_large", `${root.text} holds more than ${maxEntries} things`);
      const handle = open(directory.child(name), "keep");
      if (handle === null && name.includes("\uFFFD"))
        throw new ToolError("invalid_input", `${root.text} holds a name that is not valid Unicode`);
      if (handle === null) continue;
      try {
        const entry = { relative: posixPath.join(prefix, name).slice(1), kind: handle.kind };
        entries.push(entry);
        await visit(entry, { handle, parent: directory, name });
        if (handle.kind === "directory") await enter(handle, `/${entry.relative}`);
      } finally {
        handle.close();
      }
    }
  }
  await enter(root.handle, "/");
  return entries;
}
