/**
 * The journal and its images as files under user-data, for a host without a database: images by content address, written
 * once; entries and marks as lines that are only ever appended. Every file is private (0600) and on disk before the promise
 * resolves. A line that a crash cut short is left out. When the journal has grown past its bounds, the oldest entries and
 * the images that only they named go, at the next start.
 */
import type { Store } from "@toolplane/contract";
import { openFolderJournal } from "./open-folder-journal.ts";
import { openFolderPayloads } from "./open-folder-payloads.ts";

/** Where the files are, and how much of them is kept. */
export interface FolderStoreOptions {
  readonly userData: string;
  readonly maxEntries?: number;
  readonly maxPayloadBytes?: number;
}

const MAX_ENTRIES = 50_000;
const MAX_PAYLOAD_BYTES = 1024 * 1024 * 1024;

/** Opens the store; trims it when it has grown past its bounds. */
export function createFolderStore(
  options: FolderStoreOptions,
): Pick<Store, "journal" | "payloads" | "flush"> {
  const { userData, maxEntries = MAX_ENTRIES, maxPayloadBytes = MAX_PAYLOAD_BYTES } = options;
  const payloads = openFolderPayloads(`${userData}/payloads`);
  const journal = openFolderJournal(`${userData}/journal.jsonl`);
  trim({ payloads, journal, maxEntries, maxPayloadBytes });
  // Payloads are on disk as soon as they are put.
  return { journal: journal.store, payloads: payloads.store, flush: journal.flush };
}

function trim(job: {
  readonly payloads: ReturnType<typeof openFolderPayloads>;
  readonly journal: ReturnType<typeof openFolderJournal>;
  readonly maxEntries: number;
  readonly maxPayloadBytes: number;
}): void {
  const { payloads, journal, maxEntries, maxPayloadBytes } = job;
  const sizes = payloads.sizes();
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const entries = journal.entries();
  if (entries.length <= maxEntries && total <= maxPayloadBytes) return;
  const needed = new Set<string>();
  let bytes = 0;
  let kept = 0;
  for (const { before, after } of entries.toReversed()) {
    const more = [before, after].filter((address) => address !== null && !needed.has(address));
    bytes += more.reduce((sum, address) => sum + (sizes.get(address ?? "") ?? 0), 0);
    // Half, so that a full journal is not rewritten at every start.
    if (kept >= maxEntries / 2 || bytes > maxPayloadBytes / 2) break;
    for (const address of more) if (address !== null) needed.add(address);
    kept += 1;
  }
  journal.keepNewest(kept);
  for (const address of sizes.keys()) if (!needed.has(address)) payloads.drop(address);
}
