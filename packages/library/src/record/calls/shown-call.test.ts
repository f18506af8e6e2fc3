import type { EventRow } from "@toolplane/contract/ports";
import { expect, it } from "vitest";
import { type ShownCall, unsettledWords } from "./shown-call.ts";

function rowOf(type: string, sequence: number): EventRow {
  const names = { sessionId: "ses_1", callId: "call_1", payloadDigest: "", previous: "", hash: "" };
  return { ...names, type, sequence, atMs: 0 };
}

function unsettled(isLive: boolean, ...types: readonly string[]): ShownCall {
  const known = { callId: "call_1", tool: "write", arguments: null, footprint: null, atMs: 0 };
  const call = { ...known, rows: types.map(rowOf) };
  return { kind: "unsettled", call, startedAtMs: 0, parentId: null, isLive };
}

it.each([
  ["It runs now, or its process is about to settle it.", unsettled(true, "call-intent")],
  [
    "It was started and never settled. It will not be run again by itself.",
    unsettled(false, "call-intent"),
  ],
  [
    "Another worker took its run. Row 1 says what came of it.",
    unsettled(false, "call-intent", "late-settlement"),
  ],
])("says: %s", (words, shown) => {
  expect(unsettledWords(shown)).toBe(words);
});
