import { type Approval, isConfigurationError, type Receipt } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf } from "../digest/digest-of.ts";
import { createReceipts, type Receipts } from "./receipts.ts";
import { file } from "./resource.fixture.ts";

const key = new Uint8Array(32).fill(7);
function receiptsWith(secret: Uint8Array = key, nowMs = 1_000): Receipts {
  let count = 0;
  return createReceipts({
    key: secret,
    ids: { next: (prefix) => `${prefix}_${++count}`, nonce: () => "n", random: () => 0 },
    wallMs: () => nowMs,
  });
}

const call = {
  sessionId: "s1",
  callId: "c1",
  argumentsDigest: digestOf({ a: 1 }),
  footprintDigest: digestOf({ resources: [] }),
};
const approval: Approval = {
  id: "apr_1",
  tool: "bash",
  origin: "bundled",
  fingerprint: "f1",
  key: "$ npm test @ /w",
  cover: [file("fs.read", "/w/a")],
  scope: "project",
  sessionId: "s1",
  grantedAtMs: 0,
  expiresAtMs: 5_000,
};

describe("createReceipts", () => {
  it("makes receipts that another process with the key can check", () => {
    const once = receiptsWith().once(call);
    expect(once).toEqual({ kind: "once", ...call, id: "rcp_1", issuedAtMs: 1_000, mac: once.mac });
    const wire = JSON.parse(JSON.stringify(once)) as Receipt;
    expect(receiptsWith().verify(wire)).toBe(true);
    expect(receiptsWith().matchesCall(wire, call)).toBe(true);
    expect(receiptsWith().verify(receiptsWith().always(approval))).toBe(true);
  });

  it("refuses a receipt of another key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 64 }), (other) => {
        fc.pre(!Buffer.from(other).equals(Buffer.from(key)));
        expect(receiptsWith(other).verify(receiptsWith().once(call))).toBe(false);
      }),
    );
  });

  it("finds a change of any field, an added one and a missing one", () => {
    for (const receipt of [receiptsWith().once(call), receiptsWith().always(approval)]) {
      const fields = Object.keys(receipt) as (keyof Receipt)[];
      fc.assert(
        fc.property(
          fc.constantFrom(...fields),
          fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean()),
          (field, value) => {
            fc.pre(value !== receipt[field]);
            expect(receiptsWith().verify({ ...receipt, [field]: value } as Receipt)).toBe(false);
          },
        ),
      );
      for (const field of fields) {
        const { [field]: _, ...rest } = receipt;
        expect(receiptsWith().verify(rest as Receipt)).toBe(false);
      }
      expect(receiptsWith().verify(Object.assign({ extra: 1 }, receipt))).toBe(false);
    }
  });

  it("finds any flipped bit of the wire form", () => {
    const wire = Buffer.from(JSON.stringify(receiptsWith().always(approval)));
    const genuine = wire.toString();
    fc.assert(
      fc.property(fc.nat(wire.length - 1), fc.nat(7), (at, bit) => {
        const flipped = Buffer.from(wire);
        flipped[at] = (flipped[at] as number) ^ (1 << bit);
        let parsed: unknown;
        try {
          parsed = JSON.parse(flipped.toString());
        } catch {
          return;
        }
        fc.pre(JSON.stringify(parsed) !== genuine);
        expect(receiptsWith().verify(parsed as Receipt)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never throws on what is no receipt", () => {
    const loop: Record<string, unknown> = { mac: "x" };
    loop.self = loop;
    for (const value of [
      null,
      1,
      "x",
      [],
      {},
      { mac: 1 },
      { mac: "é" },
      { mac: "x", n: 1n },
      loop,
    ]) {
      expect(receiptsWith().verify(value as never)).toBe(false);
    }
  });

  it("lets a receipt of *once* count for its very call only", () => {
    const receipt = receiptsWith().once(call);
    for (const field of Object.keys(call) as (keyof typeof call)[]) {
      expect(receiptsWith().matchesCall(receipt, { ...call, [field]: "other" })).toBe(false);
    }
    expect(receiptsWith().matchesCall(receiptsWith().always(approval), call)).toBe(false);
  });

  it("lets a receipt of *always* count for its very approval, until it expires", () => {
    const receipt = receiptsWith().always(approval);
    expect(receiptsWith().matchesApproval(receipt, approval)).toBe(true);
    const changes: readonly Partial<Approval>[] = [
      { tool: "sh" },
      { origin: "project" },
      { fingerprint: "f2" },
      { key: "$ npm publish @ /w" },
      { cover: [file("fs.read", "/w/b")] },
      { expiresAtMs: 6_000 },
      { scope: "session" },
      { sessionId: "s2" },
    ];
    for (const change of changes) {
      expect(receiptsWith().matchesApproval(receipt, { ...approval, ...change })).toBe(false);
    }
    expect(receiptsWith(key, 5_000).matchesApproval(receipt, approval)).toBe(false);
    expect(receiptsWith().matchesApproval(receiptsWith().once(call), approval)).toBe(false);
  });

  it("tells an approval that was kept by its key from one that was kept by its cover", () => {
    const byKey = { ...approval, by: "key" } as const;
    const receipts = receiptsWith();
    expect(receipts.matchesApproval(receipts.always(byKey), byKey)).toBe(true);
    expect(receipts.matchesApproval(receipts.always(byKey), approval)).toBe(false);
    expect(receipts.matchesApproval(receipts.always(approval), byKey)).toBe(false);
  });

  it("refuses a short key loudly, and keeps its own copy of a good one", () => {
    let thrown: unknown;
    try {
      receiptsWith(new Uint8Array(31));
    } catch (error) {
      thrown = error;
    }
    expect(isConfigurationError(thrown)).toBe(true);
    const shared = new Uint8Array(32).fill(7);
    const receipts = receiptsWith(shared);
    shared.fill(0);
    expect(receipts.verify(receiptsWith().once(call))).toBe(true);
  });
});
