/**
 * Checks a world whose worker is dead, from outside: the store as any other process reads it, and the witness files.
 *
 * Lost: an effect that the record has no intent of; a result that was handed out and is not in the record, or is another one; a
 * call that was done and is no longer; an effect recorded as made that left no line, or as not landed that did. Repeated: an
 * effect with two lines; a call that was unknown and is done now, so a worker made it again.
 */

import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { landingOf } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { openSqliteStore } from "@toolplane/host";
import {
  type ClassifiedCall,
  classifyCalls,
  loadRecord,
  readCalls,
  verifyChain,
} from "@toolplane/kernel/record";
import { type Amount, isWitnessed, plannedSessions } from "./planned-calls.ts";
import { sortedJson } from "./sorted-json.ts";
import { keyOf, type World } from "./world.ts";

/** How far each call had come when it was last looked at. */
export type KnownStates = ReadonlyMap<string, ClassifiedCall["state"]>;

export interface WorldCheck {
  readonly states: KnownStates;
  readonly lost: readonly string[];
  readonly repeated: readonly string[];
  /** The faults of a chain, one line each. */
  readonly broken: readonly string[];
}

/** Looks at a world. `before` is what the last look found. */
export async function checkWorld(
  world: World,
  { amount, before }: { readonly amount: Amount; readonly before: KnownStates },
): Promise<WorldCheck> {
  const store = await openSqliteStore({ path: world.store });
  try {
    const found = await readStore(world, { store, amount });
    const judged = judge(world, { ...found, before });
    return { states: found.states, broken: found.broken, ...judged };
  } finally {
    await store.close();
  }
}

interface Found {
  readonly states: Map<string, ClassifiedCall["state"]>;
  /** Digests of the recorded results by call id. */
  readonly results: Map<string, string>;
  readonly succeeded: Set<string>;
  /** Calls whose commands' changes were not made real. */
  readonly kept: Set<string>;
  readonly broken: string[];
}

async function readStore(
  world: World,
  { store, amount }: { readonly store: Store; readonly amount: Amount },
): Promise<Found> {
  const found: Found = {
    states: new Map(),
    results: new Map(),
    succeeded: new Set(),
    kept: new Set(),
    broken: [],
  };
  const key = keyOf(world);
  for (const { id: sessionId, batches } of plannedSessions(amount)) {
    const record = await loadRecord(store, sessionId);
    const answer = verifyChain({ ...record, key, sessionId });
    if (!answer.ok) found.broken.push(`${sessionId} row ${answer.at}: ${answer.problem}`);
    const known = batches.flat().map(({ id }) => id);
    for (const { callId, state } of classifyCalls(record.rows, known))
      found.states.set(callId, state);
    for (const { callId, result } of readCalls(record).calls) {
      found.results.set(callId, hash("sha256", sortedJson(result)));
      if (result?.type !== "output") continue;
      // Sessions write one file side by side: a change that clashes waits, and its caller learns so.
      const isMade = (landingOf(result)?.state ?? "landed") === "landed";
      (isMade ? found.succeeded : found.kept).add(callId);
    }
  }
  return found;
}

function judge(
  world: World,
  { states, results, succeeded, kept, before }: Found & { readonly before: KnownStates },
): Pick<WorldCheck, "lost" | "repeated"> {
  const lost: string[] = [];
  const repeated: string[] = [];
  const lines = countLines([world.witness, world.effects]);
  for (const [callId, count] of lines) {
    if (count > 1) repeated.push(`${callId}: ${count} effects`);
    if (states.get(callId) === "not started") lost.push(`${callId}: an effect without an intent`);
  }
  for (const callId of succeeded)
    if (isWitnessed(callId) && !lines.has(callId)) lost.push(`${callId}: recorded, not made`);
  for (const callId of kept)
    if (lines.has(callId)) lost.push(`${callId}: made, and recorded as not landed`);
  for (const [callId, digest] of handedOut(world))
    if (results.get(callId) !== digest) lost.push(`${callId}: handed out, not in the record`);
  for (const [callId, state] of before) {
    const now = states.get(callId);
    if (state === "done" && now !== "done") lost.push(`${callId}: was done, is ${now}`);
    if (state === "unknown" && now === "not started") lost.push(`${callId}: its intent is gone`);
    if (state === "unknown" && now === "done") repeated.push(`${callId}: was unknown, made again`);
  }
  return { lost, repeated };
}

function countLines(paths: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const path of paths)
    for (const line of readFileSync(path, "utf8").split("\n").filter(Boolean))
      counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** A last line that was cut off by the kill was not handed out. */
function handedOut({ handed }: World): readonly (readonly [string, string])[] {
  const lines = readFileSync(handed, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => line.split(" ") as unknown as readonly [string, string]);
}
