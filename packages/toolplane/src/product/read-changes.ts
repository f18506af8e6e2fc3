/** What one call changed in files, from the journal: before and after, as a diff for people. */
import type { JournalEntry, Store } from "@toolplane/contract";

/** One changed file. */
export interface FileChange {
  readonly path: string;
  readonly kind: "created" | "changed" | "removed";
  readonly added: number;
  readonly removed: number;
  /** A unified diff; empty where a side is not text or is no longer kept. */
  readonly diff: string;
}

/** Every change of a call, one for each path: the first before and the last after. */
export async function readChanges(
  store: Pick<Store, "journal" | "payloads">,
  { sessionId, callId }: { readonly sessionId: string; readonly callId: string },
): Promise<readonly FileChange[]> {
  const entries = (await store.journal.list(sessionId)).filter((entry) => entry.callId === callId);
  const byPath = new Map<string, JournalEntry>();
  for (const entry of entries) {
    const known = byPath.get(entry.path);
    byPath.set(entry.path, known ? { ...entry, before: known.before } : entry);
  }
  const changes: FileChange[] = [];
  for (const entry of byPath.values())
    if (entry.before !== entry.after) changes.push(await describeChange(store, entry));
  return changes;
}

async function describeChange(
  store: Pick<Store, "payloads">,
  { path, before, after }: JournalEntry,
): Promise<FileChange> {
  const { describeDiff } = await import("@toolplane/tools");
  const kind = before === null ? "created" : after === null ? "removed" : "changed";
  const old = await textOf(store, before);
  const now = await textOf(store, after);
  if (old === null || now === null) return { path, kind, added: 0, removed: 0, diff: "" };
  const { text, added, removed } = describeDiff(old, now, { from: path, to: path });
  return { path, kind, added, removed, diff: text };
}

/** Null for what is not text, or not kept any more. */
async function textOf(
  store: Pick<Store, "payloads">,
  digest: string | null,
): Promise<string | null> {
  if (digest === null) return "";
  const bytes = await store.payloads.get(digest);
  if (bytes === null || bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
