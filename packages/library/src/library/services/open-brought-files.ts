/**
 * Keeps in the store which files commands brought into a workspace from outside. A repository that was cloned and a file that was
 * fetched stay a stranger's in every later session. They are known from the results of calls: one that carries outside text and
 * landed new files brought them. The newest are kept; folders of dependencies, which no rule looks through, are not.
 */
import { createHash } from "node:crypto";
import { type Json, landingOf, type ToolplaneEvent, type ToolResult } from "@toolplane/contract";
import type { BroughtFile, BroughtFiles, Store } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";

export interface KeptBroughtFiles extends BroughtFiles {
  hear(event: ToolplaneEvent): void;
  /** Waits until what was heard is kept. */
  flush(): Promise<void>;
}

const SLOT = "brought";
const MAX_KEPT = 1_000;
const MAX_TRIES = 100;
const DEPENDENCIES = /\/(?:node_modules|\.venv|venv|__pycache__|\.git)(?:\/|$)/;

export async function openBroughtFiles(
  { slots }: Pick<Store, "slots">,
  workspace: string,
): Promise<KeptBroughtFiles> {
  const owner = `project:${createHash("sha256").update(workspace).digest("hex")}`;
  let files = readFiles(await slots.get(owner, SLOT));
  let writing: Promise<void> = Promise.resolve();
  const keep = async (added: readonly BroughtFile[]): Promise<void> => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const from = await slots.get(owner, SLOT);
      const to = { files: joined(readFiles(from), added) as unknown as Json };
      if (await slots.replace(owner, SLOT, { from, to })) return;
    }
  };
  return {
    list: () => files,
    sourceOf: (path) => files.find((file) => isWithin(path, file.path))?.source ?? null,
    hear(event) {
      const added = event.type === "call-settle" ? broughtBy(event.result) : [];
      if (added.length === 0) return;
      files = joined(files, added);
      // A store that fails says so itself; in this process it is known all the same.
      writing = writing.then(() => keep(added)).catch(() => {});
    },
    flush: () => writing,
  };
}

/** The tops of the new files that a call with outside text landed. */
function broughtBy(result: ToolResult): readonly BroughtFile[] {
  const source = result.metadata.untrusted?.source;
  const landing = source === undefined ? null : landingOf(result);
  if (source === undefined || landing?.state !== "landed") return [];
  const tops: string[] = [];
  for (const { path, kind } of landing.changes)
    if (kind === "added" && !DEPENDENCIES.test(path) && !tops.some((top) => isWithin(path, top)))
      tops.push(path);
  return tops.map((path) => ({ path, source }));
}

function joined(
  known: readonly BroughtFile[],
  added: readonly BroughtFile[],
): readonly BroughtFile[] {
  const left = known.filter(({ path }) => !added.some((one) => one.path === path));
  return [...left, ...added].slice(-MAX_KEPT);
}

/** Leaves out entries that are no such file: another version may have written the store. */
function readFiles(value: unknown): readonly BroughtFile[] {
  const { files } = (value ?? {}) as { readonly files?: unknown };
  if (!Array.isArray(files)) return [];
  return files.flatMap((one: unknown) => {
    const { path, source } = (one ?? {}) as Partial<Record<"path" | "source", unknown>>;
    return typeof path === "string" && typeof source === "string" ? [{ path, source }] : [];
  });
}
