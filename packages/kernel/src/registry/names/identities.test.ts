import { describe, expect, it } from "vitest";
import type { OwnEntry } from "../entry/create-tool-entry.ts";
import { createIdentities } from "./identities.ts";

interface Facts {
  readonly name?: string;
  readonly origin?: string;
  readonly gated?: boolean;
  readonly fingerprint?: string;
}

function entry(registrationId: number, facts: Facts = {}): OwnEntry {
  const { name = "read", origin = "mcp:far", gated = true, fingerprint = "f1" } = facts;
  return {
    registrationId,
    origin,
    tool: { id: name, gated },
    fingerprint: () => fingerprint,
  } as OwnEntry;
}

/** The number that an entry has after it came where another had gone. */
function returning(went: OwnEntry, comes: OwnEntry): number {
  const identities = createIdentities();
  identities.retire(went);
  identities.reclaim(comes);
  return comes.registrationId;
}

describe("an identity", () => {
  it("an identity comes back with the same tool of the same origin", () => {
    expect(returning(entry(1), entry(2))).toBe(1);
  });

  it.each<readonly [string, Facts]>([
    ["does something else", { fingerprint: "f2" }],
    ["comes from elsewhere", { origin: "mcp:near" }],
    ["is no longer gated", { gated: false }],
    ["has another name", { name: "write" }],
  ])("an identity does not come back with a tool that %s", (_name, facts) => {
    expect(returning(entry(1), entry(2, facts))).toBe(2);
  });

  it("an identity comes back once", () => {
    const identities = createIdentities();
    identities.retire(entry(1));
    const first = entry(2);
    const second = entry(3);
    identities.reclaim(first);
    identities.reclaim(second);
    expect([first.registrationId, second.registrationId]).toEqual([1, 3]);
  });

  it("an identity is forgotten when ten thousand others went since, the oldest first", () => {
    const identities = createIdentities();
    for (let index = 0; index <= 10_000; index += 1)
      identities.retire(entry(index + 1, { name: `tool${index}` }));
    const oldest = entry(20_000, { name: "tool0" });
    const next = entry(20_001, { name: "tool1" });
    identities.reclaim(oldest);
    identities.reclaim(next);
    expect([oldest.registrationId, next.registrationId]).toEqual([20_000, 2]);
  });
});
