import type { ChainHead, EventRow } from "@toolplane/contract/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf } from "../../digest/digest-of.ts";
import {
  CHAIN_START,
  type ChainLink,
  hashHeader,
  headerText,
  isSealed,
  linkRow,
  recordKey,
  sealHead,
  type UnlinkedRow,
} from "./chain.ts";
import { verifyChain } from "./verify-chain.ts";

const key = new Uint8Array(32).fill(7);

interface Made {
  readonly rows: readonly EventRow[];
  readonly head: ChainHead;
  readonly payloads: ReadonlyMap<string, Uint8Array>;
}

function makeRecord(sessionId: string, texts: readonly string[]): Made {
  const payloads = new Map<string, Uint8Array>();
  const rows: EventRow[] = [];
  let last: ChainLink = CHAIN_START;
  texts.forEach((text, index) => {
    const payloadDigest = digestOf({ text, index });
    payloads.set(payloadDigest, Buffer.from(canonicalJson({ text, index })));
    const row: UnlinkedRow = {
      sessionId,
      type: index % 2 === 0 ? "call-intent" : "call-settle",
      atMs: 1_000 + index,
      callId: index % 3 === 0 ? null : `call-${text}`,
      payloadDigest,
    };
    const linked = linkRow(last, row);
    rows.push(linked);
    last = linked;
  });
  return { rows, head: sealHead(key, sessionId, last), payloads };
}

const texts = fc.array(fc.string(), { minLength: 1, maxLength: 12 });
const record = texts.map((given) => makeRecord("ses_1", given));

describe("the chain", () => {
  it("hashes the canonical JSON of the header", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer(), (sessionId, type, atMs) => {
        const header = {
          sessionId,
          sequence: 3,
          type,
          atMs,
          callId: null,
          payloadDigest: "d",
          previous: "p",
        };
        expect(headerText(header)).toBe(canonicalJson(header));
      }),
    );
  });

  it("begins at sequence 0 with a fixed previous", () => {
    const row = linkRow(CHAIN_START, {
      sessionId: "s",
      type: "t",
      atMs: 5,
      callId: "c",
      payloadDigest: "d",
    });
    const header = {
      sessionId: "s",
      sequence: 0,
      type: "t",
      atMs: 5,
      callId: "c",
      payloadDigest: "d",
      previous: "0".repeat(64),
    };
    expect(row).toEqual({ ...header, hash: digestOf(header) });
  });

  it("wants a key that is as strong as the MAC, and keeps a copy of it", () => {
    expect(() => recordKey(new Uint8Array(31))).toThrow(/at least 32 bytes/);
    const given = new Uint8Array(32);
    const kept = recordKey(given);
    given.fill(1);
    const head = sealHead(kept, "ses_1", CHAIN_START);
    expect(isSealed(new Uint8Array(32), head)).toBe(true);
  });

  it("seals a head with the key, and any other key or head does not fit", () => {
    const head = sealHead(key, "ses_1", { sequence: 4, hash: "abc" });
    expect(isSealed(key, head)).toBe(true);
    expect(isSealed(new Uint8Array(32), head)).toBe(false);
    for (const change of [{ sequence: 5 }, { hash: "abd" }, { sessionId: "ses_2" }, { mac: "" }]) {
      expect(isSealed(key, { ...head, ...change })).toBe(false);
    }
    expect(isSealed(key, { ...head, mac: null } as never)).toBe(false);
  });
});

describe("verifyChain", () => {
  it("accepts every record that was made, with all, some or none of its payloads", () => {
    fc.assert(
      fc.property(record, fc.nat(), (made, drop) => {
        const { rows, head, payloads } = made;
        const some = new Map([...payloads].filter((_, index) => index !== drop % payloads.size));
        for (const given of [{ payloads }, { payloads: some }, {}]) {
          expect(verifyChain({ rows, head, key, ...given })).toEqual({
            ok: true,
            rows: rows.length,
          });
        }
      }),
    );
  });

  it("accepts a session without rows", () => {
    expect(verifyChain({ rows: [], head: null, key })).toEqual({ ok: true, rows: 0 });
  });

  it("finds every cut: at the front, in the middle, at the end, of any length", () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.nat(), ({ rows, head }, from, count) => {
        const start = from % rows.length;
        const length = 1 + (count % (rows.length - start));
        const left = [...rows.slice(0, start), ...rows.slice(start + length)];
        expect(verifyChain({ rows: left, head, key }).ok).toBe(false);
      }),
    );
  });

  it("finds a row that was put in the place of another with a hash of its own", () => {
    const { rows, head } = makeRecord("ses_1", ["a", "b", "c", "d"]);
    for (const at of [0, 1, 2]) {
      const forged = { ...(rows[at] as EventRow), payloadDigest: digestOf("forged") };
      const put = rows.with(at, { ...forged, hash: hashHeader(forged) });
      expect(verifyChain({ rows: put, head, key })).toEqual({
        ok: false,
        at: at + 1,
        problem: "it does not follow the row before it",
      });
    }
  });

  it("says where a cut is", () => {
    const { rows, head } = makeRecord("ses_1", ["a", "b", "c", "d"]);
    const without = (index: number) => rows.filter((_, at) => at !== index);
    expect(verifyChain({ rows: without(0), head, key })).toEqual({
      ok: false,
      at: 0,
      problem: "row 0 is expected and this one says 1",
    });
    expect(verifyChain({ rows: without(2), head, key })).toMatchObject({ ok: false, at: 2 });
    expect(verifyChain({ rows: without(3), head, key })).toEqual({
      ok: false,
      at: 3,
      problem: "rows 3 to 3 are missing at the end",
    });
    expect(verifyChain({ rows, head: null, key })).toEqual({
      ok: false,
      at: 4,
      problem: "the head is missing",
    });
  });

  it("finds every edit of any field of any row, and of the head", () => {
    const edits = fc.constantFrom<keyof EventRow>(
      "sessionId",
      "sequence",
      "type",
      "atMs",
      "callId",
      "payloadDigest",
      "previous",
      "hash",
    );
    fc.assert(
      fc.property(record, fc.nat(), edits, ({ rows, head }, at, field) => {
        const index = at % rows.length;
        const changed = rows.map((row, position) =>
          position === index ? { ...row, [field]: other(row[field]) } : row,
        );
        expect(verifyChain({ rows: changed, head, key }).ok).toBe(false);
      }),
    );
    const { rows, head } = makeRecord("ses_1", ["a"]);
    for (const change of [{ mac: "00" }, { sequence: 1 }, { hash: "00" }, { sessionId: "x" }]) {
      expect(verifyChain({ rows, head: { ...head, ...change }, key }).ok).toBe(false);
    }
  });

  it("finds an edit although the whole chain after it was made again", () => {
    fc.assert(
      fc.property(record, fc.nat(), ({ rows, head }, at) => {
        const forged = rechain(
          rows.map((row, index) => (index === at % rows.length ? { ...row, type: "other" } : row)),
        );
        expect(verifyChain({ rows: forged, head, key })).toEqual({
          ok: false,
          at: rows.length,
          problem: "the last row is not the one that was sealed",
        });
      }),
    );
  });

  it("finds every swap of two rows", () => {
    fc.assert(
      fc.property(record, fc.nat(), fc.nat(), ({ rows, head }, left, right) => {
        const one = left % rows.length;
        const two = right % rows.length;
        fc.pre(one !== two);
        const swapped = [...rows];
        swapped[one] = rows[two] as EventRow;
        swapped[two] = rows[one] as EventRow;
        expect(verifyChain({ rows: swapped, head, key }).ok).toBe(false);
        expect(verifyChain({ rows: rechain(swapped), head, key }).ok).toBe(false);
      }),
    );
  });

  it("finds every insertion: a copy, a row of another session, a forged one, one past the end", () => {
    const foreign = makeRecord("ses_2", ["x", "y"]).rows;
    fc.assert(
      fc.property(record, fc.nat(), fc.nat(), ({ rows, head }, at, which) => {
        const source = [...rows, ...foreign];
        const copy = source[which % source.length] as EventRow;
        const place = at % (rows.length + 1);
        const added = [...rows.slice(0, place), copy, ...rows.slice(place)];
        expect(verifyChain({ rows: added, head, key }).ok).toBe(false);
        expect(verifyChain({ rows: rechain(added), head, key }).ok).toBe(false);
      }),
    );
  });

  it("finds that a whole record is another session's", () => {
    const { rows, head } = makeRecord("ses_2", ["x"]);
    expect(verifyChain({ rows, head, key, sessionId: "ses_1" })).toEqual({
      ok: false,
      at: 0,
      problem: "it belongs to another session",
    });
  });

  it("finds a payload that was changed, wherever it is used", () => {
    fc.assert(
      fc.property(record, fc.nat(), ({ rows, head, payloads }, at) => {
        const [digest] = [...payloads][at % payloads.size] as [string, Uint8Array];
        const changed = new Map(payloads).set(digest, Buffer.from("other"));
        expect(verifyChain({ rows, head, key, payloads: changed })).toMatchObject({
          ok: false,
          at: rows.findIndex((row) => row.payloadDigest === digest),
        });
      }),
    );
    const { rows, head } = makeRecord("ses_1", ["a"]);
    const inner = new Map([[digestOf("inner"), Buffer.from("outer")]]);
    expect(verifyChain({ rows, head, key, payloads: inner })).toMatchObject({ ok: false, at: 1 });
  });

  it("never throws on something that is not a row", () => {
    const { head } = makeRecord("ses_1", ["a"]);
    for (const row of [null, 1, "row", {}, { sequence: 0 }, { toString: null }]) {
      expect(verifyChain({ rows: [row as never], head, key })).toEqual({
        ok: false,
        at: 0,
        problem: "it is not a row",
      });
    }
  });
});

/** Links everything again, as an attacker without the key can. */
function rechain(rows: readonly EventRow[]): readonly EventRow[] {
  let last: ChainLink = CHAIN_START;
  return rows.map((row) => {
    const linked = linkRow(last, { ...row, sessionId: "ses_1" });
    last = linked;
    return linked;
  });
}

function other(value: string | number | null): string | number {
  if (typeof value === "number") return value + 1;
  return `${value ?? ""}x`;
}

it("hashes a row as it verifies it", () => {
  const { rows } = makeRecord("ses_1", ["a"]);
  expect(hashHeader(rows[0] as EventRow)).toBe(rows[0]?.hash);
});
