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
import type { RunClaim, RunOwner } from "./run-claims.ts";

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
  /** The claims that it was handed in under; none for what a person did elsewhere, or where no run is driven. */
  readonly claims?: readonly RunClaim[];
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
  /** Another worker had taken its run by then. */
  isLate?: boolean;
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
interface ChangesItem extends ItemBase {
  readonly kind: "changes";
  readonly entries: readonly JournalEntry[];
}

/** A change that was taken back, or made again. */
interface ChangeMarkItem extends ItemBase {
  readonly kind: "change-mark";
  readonly change: ChangeMark;
}

/** A run that is taken here. No row where nobody else had it since. */
interface ClaimItem extends ItemBase, RunOwner {
  readonly kind: "claim";
}

/** No row: a caller that waits to hear whether its claims still hold. */
interface ConfirmItem extends ItemBase {
  readonly kind: "confirm";
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
  | ClaimItem
  | ConfirmItem
  | MarkItem;
