/**
 * The journal and its images as files under user-data, for a host without a database: images by content address, written
 * once; entries and marks as lines that are only ever appended. Every file is private (0600) and on disk before the promise
 * resolves. A line that a crash cut short is left out. When the journal has grown past its bounds, the oldest entries and
 * the images that only they named go, at the next start; none that is younger than a day.
 */
import { ToolError } from "@toolplane/contract";
import type { Clock, Store } from "@toolplane/contract/ports";
import { createSystemClock } from "../ground/system-clock.ts";
import { type JournalRoom, KEPT_UNASKED_MS } from "./journal-room.ts";
import { type FolderJournal, openFolderJournal } from "./open-folder-journal.ts";
import { openFolderPayloads } from "./open-folder-payloads.ts";

/** The folder of the files, and the bounds of what is kept. */
export interface FolderStoreOptions {
  readonly userData: string;
  readonly clock?: Pick<Clock, "wallMs">;
  readonly maxEntries?: number;
  /** So many entries of the last day are kept; more are asked about. */
  readonly maxRecent?: number;
  readonly maxPayloadBytes?: number;
}

const MAX_ENTRIES = 50_000;
const MAX_RECENT = 200_000;
const MAX_PAYLOAD_BYTES = 1024 * 1024 * 1024;

export interface FolderStore extends Pick<Store, "journal" | "payloads" | "flush"> {
  readonly room: JournalRoom;
}

/** Opens the store; trims it when it has grown past its bounds. */
export function createFolderStore(options: FolderStoreOptions): FolderStore {
  const { userData, maxEntries = MAX_ENTRIES, maxPayloadBytes = MAX_PAYLOAD_BYTES } = options;
  const { clock = createSystemClock(), maxRecent = MAX_RECENT } = options;
  const oldMs = () => clock.wallMs() - KEPT_UNASKED_MS;
  const payloads = openFolderPayloads(`${userData}/payloads`);
  const journal = openFolderJournal(`${userData}/journal.jsonl`);
  trim({ payloads, journal, maxEntries, maxPayloadBytes, oldMs: oldMs() });
  const room = roomIn(journal, { maxRecent, oldMs });
  return {
    payloads: payloads.store,
    room,
    journal: {
      ...journal.store,
      async append(entries, how) {
        // Twice as many: others may land what was found to have room at the same moment.
        if (!hasRoom(journal, entries.length, { most: 2 * maxRecent, oldMs: oldMs() }))
          throw new ToolError(
            "unavailable",
            "The journal of file changes is full: it holds too many of the last day",
          );
        await journal.store.append(entries, how);
      },
    },
    // Payloads are on disk as soon as they are put.
    flush: journal.flush,
  };
}

function roomIn(
  journal: FolderJournal,
  { maxRecent, oldMs }: { readonly maxRecent: number; readonly oldMs: () => number },
): JournalRoom {
  return {
    has: (entries) => hasRoom(journal, entries, { most: maxRecent, oldMs: oldMs() }),
    make(entries) {
      const kept = Math.max(0, maxRecent - entries);
      if (journal.count() > kept) journal.keepNewest(kept);
    },
  };
}

function hasRoom(
  journal: FolderJournal,
  entries: number,
  { most, oldMs }: { readonly most: number; readonly oldMs: number },
): boolean {
  if (journal.count() + entries <= most) return true;
  const recent = journal.entries().filter(({ atMs }) => atMs >= oldMs);
  return recent.length + entries <= most;
}

function trim(job: {
  readonly payloads: ReturnType<typeof openFolderPayloads>;
  readonly journal: FolderJournal;
  readonly maxEntries: number;
  readonly maxPayloadBytes: number;
  readonly oldMs: number;
}): void {
  const { payloads, journal, maxEntries, maxPayloadBytes, oldMs } = job;
  const sizes = payloads.sizes();
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const entries = journal.entries();
  if (entries.length <= maxEntries && total <= maxPayloadBytes) return;
  const needed = new Set<string>();
  let bytes = 0;
  let kept = 0;
  for (const { before, after, atMs } of entries.toReversed()) {
    const more = [before, after].filter((address) => address !== null && !needed.has(address));
    bytes += more.reduce((sum, address) => sum + (sizes.get(address ?? "") ?? 0), 0);
    // Half, so that a full journal is not rewritten at every start.
    const isFull = kept >= maxEntries / 2 || bytes > maxPayloadBytes / 2;
    if (isFull && atMs < oldMs) break;
    for (const address of more) if (address !== null) needed.add(address);
    kept += 1;
  }
  if (kept < entries.length) journal.keepNewest(kept);
  for (const address of sizes.keys()) if (!needed.has(address)) payloads.drop(address);
}
