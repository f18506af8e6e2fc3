/** An item that waits to be written: an entry with everything that a caller could still change copied out of it. */
import type {
  AnswerFacts,
  FlowNote,
  JournalEntry,
  Json,
  SessionManifest,
  ToolResult,
} from "@toolplane/contract";
import type { AccessFact, ChangeMark, IntentEntry, SettleEntry } from "@toolplane/contract/ports";
import type { EncodedItem } from "../rows/encoded-item.ts";
import type { LandingEntry } from "../rows/landing-entry.ts";

/** Settles the promise of a caller that waits for an item to be durable. */
export interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface ItemBase {
  readonly sessionId: string;
  /** Wall time of what happened, not of the writing. */
  readonly atMs: number;
  /** Set while a caller waits for it. */
  waiter: Waiter | null;
  /** False for a caller that waits until it is written, and for the disk by itself. */
  readonly waitsForDisk?: boolean;
  /** Made when it is first written; a second try does not encode again. */
  encoded: EncodedItem | null;
}

/** A call that is about to be executed. */
export interface IntentItem extends ItemBase {
  readonly kind: "intent";
  readonly entry: IntentEntry;
}

/** A call with its result. `entry` holds only what does not change any more. */
export interface SettleItem extends ItemBase {
  readonly kind: "settle";
  readonly entry: SettleEntry;
  readonly result: ToolResult;
  readonly uncut: ToolResult | undefined;
  readonly input: Json | undefined;
  readonly detail: unknown;
  readonly cause: Json | undefined;
  readonly answers: readonly AnswerFacts[];
  readonly accesses: readonly AccessFact[];
}

/** A session that begins or ends. */
export interface SessionItem extends ItemBase {
  readonly kind: "session-open" | "session-close";
  readonly manifest: SessionManifest | null;
}

/** A change set that a person lands or drops by hand: before it is tried, and the outcome. */
export interface LandingItem extends ItemBase {
  readonly kind: "landing";
  readonly entry: LandingEntry;
}

/** A person's decision about the labels of a session. */
export interface NoteItem extends ItemBase {
  readonly kind: "note";
  readonly note: FlowNote;
}

/** Changes of files that are about to be made: they come into the journal with the row that tells of them. */
export interface ChangesItem extends ItemBase {
  readonly kind: "changes";
  readonly entries: readonly JournalEntry[];
}

/** A change that was taken back, or made again. */
export interface ChangeMarkItem extends ItemBase {
  readonly kind: "change-mark";
  readonly change: ChangeMark;
}

/** No row: only a caller that waits for everything before it. */
export interface MarkItem extends ItemBase {
  readonly kind: "mark";
}

export type RecordItem =
  | IntentItem
  | SettleItem
  | LandingItem
  | NoteItem
  | SessionItem
  | ChangesItem
  | ChangeMarkItem
  | MarkItem;
