import type { Json, JsonObject, Opinion, Verdict } from "@toolplane/contract";
import { winnerOf } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { payloadOf } from "./payload.ts";
import { factsOfToday, readVerdict, type StoredVerdict } from "./read-verdict.ts";

const nothing: Opinion = { judge: "rules", action: "allow", hard: false, reason: "Nothing." };

describe("readVerdict", () => {
  it("lists a winner that was none of the opinions", () => {
    const stored: StoredVerdict = { action: "allow", hard: false, opinions: [], winner: nothing };
    expect(readVerdict(stored)).toEqual({ ...stored, opinions: [nothing], winner: 0 });
    expect(readVerdict(null)).toBe(null);
  });

  it.each([7, -1, 0.5, null, "rules"])("reads a row whose winner is %j", (winner) => {
    const stored = { action: "deny", hard: true, opinions: [nothing], winner } as never;
    const read = readVerdict(stored) as Verdict;
    expect(winnerOf(read)).toMatchObject({ action: "deny", reason: expect.any(String) });
  });
});

describe("factsOfToday", () => {
  const nobody: JsonObject = { judge: "rules", action: "allow", hard: false, reason: "Nothing." };
  const old: JsonObject = { action: "allow", hard: false, opinions: [], winner: nobody };
  const now: JsonObject = { action: "allow", hard: false, opinions: [nobody], winner: 0 };

  it("leaves out a detail that repeats the verdict, wherever it is kept", () => {
    const apart = payloadOf(JSON.stringify({ verdict: old }));
    const payloads = new Map([[apart.digest, apart.bytes]]);
    const details: readonly Json[] = [
      { value: { verdict: old } },
      { bytes: apart.bytes.byteLength, digest: apart.digest },
    ];
    for (const detail of details) {
      expect(factsOfToday({ detail, tool: "read", verdict: old }, payloads)).toEqual({
        tool: "read",
        verdict: now,
      });
    }
  });

  it("keeps every other detail, and what is no settled call", () => {
    const others: readonly Json[] = [
      { value: { verdict: old, more: 1 } },
      { value: { verdict: { ...old, hard: true } } },
      { value: "text" },
      { bytes: 1, digest: "gone" },
      { chars: 9, omitted: true },
    ];
    for (const detail of others) {
      const facts = { detail, verdict: old } as Json;
      expect(factsOfToday(facts, new Map())).toEqual({ detail, verdict: now });
    }
    expect(factsOfToday({ verdict: null }, new Map())).toEqual({ verdict: null });
    expect(factsOfToday(null, new Map())).toBe(null);
  });
});
