/** A recorder that keeps every entry, and lets a test decide when an intent is durable, or that it never will be. */
import type { IntentEntry, Recorder, SettleEntry } from "@toolplane/contract/ports";

/** A recorder that can be looked at and held. */
export interface MemoryRecorder extends Recorder {
  /** Everything in the order it came. */
  entries(): readonly RecordedEntry[];
  intents(): readonly IntentEntry[];
  settled(): readonly SettleEntry[];
  /** From now on an intent is durable only when released. */
  hold(): void;
  /** Makes every waiting intent durable, and those that follow. */
  release(): void;
  /** Makes every waiting intent fail, and those that follow. */
  fail(error: unknown): void;
}

/** One entry of the record. */
export type RecordedEntry =
  | { readonly kind: "intent"; readonly entry: IntentEntry }
  | { readonly kind: "settle"; readonly entry: SettleEntry };

type Disk =
  | { readonly state: "ready" | "held" }
  | { readonly state: "broken"; readonly error: unknown };

/** Makes a recorder whose intents are durable at once. */
export function createMemoryRecorder(): MemoryRecorder {
  const entries: RecordedEntry[] = [];
  let disk: Disk = { state: "ready" };
  let waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];

  function become(next: Disk): void {
    disk = next;
    const held = waiting;
    waiting = [];
    for (const { resolve, reject } of held) {
      if (next.state === "broken") reject(next.error);
      else resolve();
    }
  }

  return {
    intent(entry) {
      entries.push({ kind: "intent", entry });
      if (disk.state === "ready") return undefined;
      if (disk.state === "broken") return Promise.reject(disk.error);
      return new Promise((resolve, reject) => void waiting.push({ resolve, reject }));
    },
    settle(entry) {
      entries.push({ kind: "settle", entry });
      return undefined;
    },
    entries: () => entries,
    intents: () => entries.flatMap((row) => (row.kind === "intent" ? [row.entry] : [])),
    settled: () => entries.flatMap((row) => (row.kind === "settle" ? [row.entry] : [])),
    hold() {
      disk = { state: "held" };
    },
    release: () => become({ state: "ready" }),
    fail: (error) => become({ state: "broken", error }),
  };
}
