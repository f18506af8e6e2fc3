/**
 * The head of a kept run: its state without what was said, which part of the log that is, and a seal over all of it with the key
 * of the store. A head that another writer made or changed is not gone on with: a conversation decides what calls are made.
 */
import { createHash } from "node:crypto";
import type { LoopState } from "@toolplane/agent";
import { type Json, ToolError } from "@toolplane/contract";
import type { RunRow } from "@toolplane/contract/ports";
import { canonicalJson } from "@toolplane/kernel";
import type { Seals } from "../approvals/seals.ts";
import type { Ranges, RunEntry } from "./run-log.ts";

export interface RunHead {
  readonly state: Omit<LoopState, "messages">;
  readonly conversation: Ranges;
  readonly turns: number;
  /** Over every entry of the log, in order. */
  readonly digest: string;
}

type SealedRow = Pick<RunRow, "id" | "sessionId" | "parentId" | "callId" | "about" | "length">;

export const NO_ENTRIES = "";

/** The digest of a log with these entries behind it. */
export function addToDigest(digest: string, entries: readonly RunEntry[]): string {
  return entries.reduce(
    (before, entry) =>
      createHash("sha256").update(before).update("\n").update(canonicalJson(entry)).digest("hex"),
    digest,
  );
}

export function sealHead(row: SealedRow, head: RunHead, seals: Seals): Json {
  // As JSON gives it back: what is sealed is what is kept.
  const kept = JSON.parse(JSON.stringify(head)) as Record<string, Json>;
  return { ...kept, seal: seals.seal("run", sealed(row, kept)) };
}

/** Throws a ToolError `conflict` for a head that is not under our seal. */
export function readHead(row: RunRow, seals: Seals): RunHead {
  const { seal, ...head } = (row.head ?? {}) as Readonly<Record<string, Json>>;
  if (!seals.isGenuine("run", sealed(row, head), seal)) throw notOurs(row.id);
  if ((head as unknown as RunHead).state.version !== 1)
    throw new ToolError("conflict", `Run ${row.id} was kept by a newer version: update toolplane.`);
  return head as unknown as RunHead;
}

/** Throws a ToolError `conflict` for a log that is not the one that was sealed. */
export function checkLog(id: string, { digest }: RunHead, entries: readonly RunEntry[]): void {
  if (addToDigest(NO_ENTRIES, entries) !== digest) throw notOurs(id);
}

function sealed(row: SealedRow, head: object): object {
  const { id, sessionId, parentId, callId, about, length } = row;
  return { id, sessionId, parentId, callId, about, length, head };
}

function notOurs(id: string): ToolError {
  return new ToolError(
    "conflict",
    `Run ${id} was changed by somebody else, so it is not gone on with.`,
  );
}
