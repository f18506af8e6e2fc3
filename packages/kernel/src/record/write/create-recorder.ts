/**
 * The recorder over a store. An intent is on disk before it resolves; a settled call costs its caller one copy of the result
 * and a place in a queue, and is written with everything else of its tick in one append.
 *
 * The chain is made here and not in the store, so that one conformance suite can say what a store is and no store has to know
 * the key. A recorder serves any number of sessions; each has its own chain.
 */
import { type SessionManifest, ToolError } from "@toolplane/contract";
import type {
  Clock,
  Ids,
  NoteEntry,
  Recorder,
  RecordKey,
  Redactor,
  Store,
} from "@toolplane/contract/ports";
import { createLedgerEnd } from "../ledger/ledger-end.ts";
import { maskManifest } from "../mask-store.ts";
import { recordKey } from "../rows/chain.ts";
import type { LandingEntry } from "../rows/landing-entry.ts";
import { createVerdictTexts } from "../rows/verdict-texts.ts";
import { type BatchWriterOptions, createBatchWriter } from "./batch-writer.ts";
import type { EntryOf } from "./call-entries.ts";
import { copyJson } from "./copy-json.ts";
import { createPartIds } from "./part-ids.ts";
import type { MarkItem, RecordItem, SessionItem } from "./record-item.ts";
import { createRunClaims, type RunOwner } from "./run-claims.ts";
import { settleItem } from "./settle-item.ts";
import { createWriteQueue } from "./write-queue.ts";

/** Rows of one append at the most. */
const MAX_BATCH = 256;
/** Settled calls that wait to be written; past it the road waits. */
const MAX_WAITING = 4_096;
/** How long the store may take for a batch, and a settled call may wait for a place in the queue. */
const PATIENCE_MS = 10_000;

export interface RecorderOptions {
  readonly store: Store;
  /** Seals heads; kept outside every sandbox. 32 bytes or more; copied. */
  readonly key: RecordKey;
  readonly clock: Clock;
  readonly ids: Pick<Ids, "random">;
  /** When a batch of settled calls is written: after this turn unless given. */
  readonly defer?: (run: () => void) => void;
  /** When rows of calls that only read are written: they may wait a moment for company. As `defer` unless given. */
  readonly linger?: (run: () => void) => void;
  /** Masks what no road has masked: causes, answers, notes, landings, and words about a session. */
  readonly redactor?: Pick<Redactor, "value">;
  /** The place of a call in its conversation; null keeps no chat parts at all. */
  readonly placeOf?: BatchWriterOptions["placeOf"];
  /** Makes the index's entry of a settled call. Without it, calls are not indexed when they are written. */
  readonly entryOf?: EntryOf;
  readonly maxWaiting?: number;
  readonly patienceMs?: number;
  /** Called once for each outage of the store, and once for each session whose record does not verify. */
  readonly onFailure?: (error: unknown) => void;
}

/** A recorder that can be waited for. */
export interface StoreRecorder extends Recorder {
  /** Durable when it resolves. */
  note(entry: NoteEntry): Promise<void>;
  /** Keeps the manifest and writes that the session began. Durable when it resolves. */
  openSession(manifest: SessionManifest): Promise<void>;
  /** Writes that the session ended, and lets go of it. */
  closeSession(sessionId: string): Promise<void>;
  /** Writes that a person is about to land or drop a set by hand, or the outcome. Durable when it resolves. */
  landing(entry: LandingEntry): Promise<void>;
  /** Knows who drives the runs of its sessions. */
  readonly runs: RunFence;
  /** The store's journal, whose changes the record tells of. What is appended to the store's own is found by `verify`. */
  readonly journal: Store["journal"];
  /** Settles when everything handed in so far is durable; rejects with `unavailable` when it is not. */
  flush(): Promise<void>;
  /** Writes what waits and takes nothing more. Rejects when something had to be given up. The store stays open. */
  close(): Promise<void>;
}

/** Refuses what a worker writes for a run that another one has taken. */
export interface RunFence {
  /** From now on the session's calls are of this run, which begins here. */
  begin(run: RunOwner): void;
  /** The same for one that is kept. Writes who takes it, unless nobody else had it since. Durable when it resolves. */
  claim(run: RunOwner): Promise<void>;
  /** From now on nothing that is handed in is of this run. */
  release(run: RunOwner): void;
}

/** Makes a recorder. Throws a ConfigurationError when the key is too short. */
export function createRecorder(options: RecorderOptions): StoreRecorder {
  const { clock } = options;
  const redactor = options.redactor ?? null;
  const tell = teller(options.onFailure);
  const writer = createBatchWriter({
    store: options.store,
    key: recordKey(options.key),
    ledger: createLedgerEnd(),
    partId: createPartIds({ clock, ids: options.ids }),
    placeOf: options.placeOf === undefined ? () => null : options.placeOf,
    entryOf: options.entryOf ?? null,
    wallMs: () => clock.wallMs(),
    verdictText: createVerdictTexts(),
    onBroken: tell,
  });
  const { journal } = options.store;
  const queue = createWriteQueue<RecordItem>({
    write: writer.write,
    clock,
    defer: options.defer ?? ((run) => void clock.setTimer(0, run)),
    ...(options.linger ? { linger: { mayLinger, defer: options.linger } } : {}),
    maxBatch: MAX_BATCH,
    maxWaiting: options.maxWaiting ?? MAX_WAITING,
    patienceMs: options.patienceMs ?? PATIENCE_MS,
    onFailure: tell,
    onLoss: writer.lose,
  });
  const claims = createRunClaims();
  const about = (
    kind: SessionItem["kind"],
    facts: Pick<SessionItem, "sessionId" | "manifest">,
  ): SessionItem => ({ kind, ...facts, atMs: clock.wallMs(), waiter: null, encoded: null });
  const underClaims = (sessionId: string) => ({
    sessionId,
    atMs: clock.wallMs(),
    waiter: null,
    encoded: null,
    claims: claims.now(sessionId),
  });
  const masked = <T>(value: T): T => (redactor ? redactor.value(value) : value);
  return {
    intent: (entry) =>
      queue.pushDurable({
        kind: "intent",
        sessionId: entry.sessionId,
        atMs: entry.atMs,
        waiter: null,
        encoded: null,
        claims: claims.begin(entry),
        entry,
      }),
    settle: (entry) =>
      queue.push(settleItem(entry, clock.wallMs(), redactor, claims.settle(entry))),
    confirm(sessionId) {
      // A store that gives no leases is of one machine, where a worker that lives is not taken for dead.
      if (!options.store.leases || claims.now(sessionId).length === 0) return undefined;
      return queue.pushDurable({
        ...underClaims(sessionId),
        kind: "confirm",
        waitsForDisk: false,
      });
    },
    runs: {
      begin(run) {
        writer.begin(run.sessionId, run.runId);
        claims.hold(run);
      },
      async claim(run) {
        await queue.pushDurable({ ...underClaims(run.sessionId), ...run, kind: "claim" });
        claims.hold(run);
      },
      release: claims.release,
    },
    async openSession(manifest) {
      // Kept while the store fails, and written before whatever comes later: rows of a session that nobody opened lead nowhere.
      const held = queue.push(
        about("session-open", {
          sessionId: manifest.sessionId,
          manifest: redactor ? maskManifest(manifest, redactor) : manifest,
        }),
      );
      if (held) await held;
      await queue.pushDurable(mark());
    },
    async closeSession(sessionId) {
      await queue.pushDurable(about("session-close", { sessionId, manifest: null }));
      writer.forget(sessionId);
    },
    landing: (entry) =>
      queue.pushDurable({
        ...underClaims(entry.sessionId),
        kind: "landing",
        entry: withIds(masked(entry), entry),
      }),
    note: ({ sessionId, atMs, note }) =>
      queue.pushDurable({
        kind: "note",
        sessionId,
        atMs,
        waiter: null,
        encoded: null,
        note: masked(copyJson(note)),
      }),
    journal: {
      list: (sessionId) => journal.list(sessionId),
      async append(entries, { durable: waitsForDisk = true } = {}) {
        const bySession = Map.groupBy(entries, (entry) => entry.sessionId);
        await Promise.all(
          [...bySession].map(([sessionId, own]) =>
            queue.pushDurable({
              ...underClaims(sessionId),
              kind: "changes",
              entries: copyJson(own),
              waitsForDisk,
            }),
          ),
        );
      },
      mark: ({ id, sessionId }, undone) =>
        // A landing that an older version was cut off in does not say whose it is.
        sessionId === ""
          ? journal.mark({ id, sessionId }, undone)
          : queue.pushDurable({
              ...underClaims(sessionId),
              kind: "change-mark",
              change: { id, undone },
            }),
    },
    flush: () => queue.pushDurable(mark()),
    async close() {
      const lost = await queue.close(mark());
      if (lost > 0) throw new ToolError("unavailable", `${lost} calls could not be recorded.`);
    },
  };
}

/**
 * True for a settled call that may wait for company. One that had an intent, or used up an answer, must not look
 * unfinished after a crash, and a crash must not hide a refusal. The rest has changed nothing.
 */
function mayLinger(item: RecordItem): boolean {
  if (item.kind !== "settle") return false;
  const { entry, result } = item;
  return !entry.intended && result.type === "output" && item.answers.length === 0;
}

/** Keeps the ids by which it is found. */
function withIds(masked: LandingEntry, { sessionId, callId }: LandingEntry): LandingEntry {
  return { ...masked, sessionId, callId };
}

function mark(): MarkItem {
  return { kind: "mark", sessionId: "", atMs: 0, waiter: null, encoded: null };
}

/** A callback that throws is its own business. */
function teller(onFailure: ((error: unknown) => void) | undefined): (error: unknown) => void {
  return (error) => {
    try {
      onFailure?.(error);
    } catch {
      // A listener to failures must not become one.
    }
  };
}
