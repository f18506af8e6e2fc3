/**
 * Keeps in the store which files of a workspace hold what came from elsewhere. A repository that was cloned and a file that was fetched
 * stay a stranger's in every later session: they are known from the results of calls, where one that carries outside text landed new
 * files. What a call wrote from a file that carries a label keeps that label: the kernel hands it over. The newest are kept; folders of
 * dependencies, which no rule looks through, are not.
 */
import { createHash } from "node:crypto";
import {
  type Json,
  landingOf,
  type ToolplaneEvent,
  type ToolResult,
  UNTRUSTED,
} from "@toolplane/contract";
import type { BroughtFile, BroughtFiles, Store } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";

export interface KeptBroughtFiles extends BroughtFiles {
  hear(event: ToolplaneEvent): void;
  /** Waits until what was heard is kept. */
  flush(): Promise<void>;
}

const SLOT = "brought";
/** Of outside text, and of all other labels together. */
const MAX_KEPT = 1_000;
const MAX_TRIES = 100;
const DEPENDENCIES = /\/(?:node_modules|\.venv|venv|__pycache__|\.git)(?:\/|$)/;

export async function openBroughtFiles(
  store: Pick<Store, "slots"> | null,
  workspace: string,
): Promise<KeptBroughtFiles> {
  const owner = `project:${createHash("sha256").update(workspace).digest("hex")}`;
  let files = readFiles((await store?.slots.get(owner, SLOT)) ?? null);
  let writing: Promise<void> = Promise.resolve();
  const write = async ({ slots }: Pick<Store, "slots">, added: readonly BroughtFile[]) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const from = await slots.get(owner, SLOT);
      const to = { files: joined(readFiles(from), added) as unknown as Json };
      if (await slots.replace(owner, SLOT, { from, to })) return;
    }
  };
  const keep = (added: readonly BroughtFile[]): Promise<void> => {
    if (added.length === 0) return Promise.resolve();
    files = joined(files, added);
    // A store that fails says so itself; in this process it is known all the same.
    if (store !== null) writing = writing.then(() => write(store, added)).catch(() => {});
    return writing;
  };
  return {
    list: () => files,
    labelsOf: (path) => files.filter((file) => isWithin(path, file.path)),
    keep,
    hear(event) {
      if (event.type === "call-settle") void keep(broughtBy(event.result));
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
  return tops.map((path) => ({ path, label: UNTRUSTED, source }));
}

function joined(
  known: readonly BroughtFile[],
  added: readonly BroughtFile[],
): readonly BroughtFile[] {
  const left = known.filter(
    ({ path, label }) => !added.some((one) => one.path === path && one.label === label),
  );
  const all = [...left, ...added];
  const isOutside = ({ label }: BroughtFile): boolean => label === UNTRUSTED;
  return [
    ...all.filter(isOutside).slice(-MAX_KEPT),
    ...all.filter((one) => !isOutside(one)).slice(-MAX_KEPT),
  ];
}

/** Leaves out entries that are no such file: another version may have written the store. Its entries without a label were from outside. */
function readFiles(value: unknown): readonly BroughtFile[] {
  const { files } = (value ?? {}) as { readonly files?: unknown };
  if (!Array.isArray(files)) return [];
  return files.flatMap((one: unknown) => {
    const {
      path,
      source,
      label = UNTRUSTED,
    } = (one ?? {}) as Partial<Record<"path" | "source" | "label", unknown>>;
    return typeof path === "string" && typeof source === "string" && typeof label === "string"
      ? [{ path, source, label }]
      : [];
  });
}
