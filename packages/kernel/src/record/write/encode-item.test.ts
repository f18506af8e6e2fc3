import { ToolError } from "@toolplane/contract";
import type { SettleEntry } from "@toolplane/contract/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, digestOf } from "../../digest/digest-of.ts";
import type { EncodedItem } from "../rows/encoded-item.ts";
import { settledCall } from "../rows/settled-call.fixture.ts";
import { encodeItem } from "./encode-item.ts";
import type { RecordItem } from "./record-item.ts";
import { settleItem } from "./settle-item.ts";

const plain = { value: <T>(value: T): T => value };

function encode(entry: SettleEntry): EncodedItem {
  return encodeItem(settleItem(entry, 5, plain));
}

function facts({ payloads, rows }: EncodedItem): Record<string, unknown> {
  const { payloadDigest } = rows.at(-1) as EncodedItem["rows"][number];
  const found = payloads.find(({ digest }) => digest === payloadDigest);
  return JSON.parse(Buffer.from(found?.bytes ?? []).toString()) as Record<string, unknown>;
}

describe("encodeItem", () => {
  it("writes a call as one row with everything that was decided", () => {
    const entry = settledCall();
    const encoded = encode(entry);
    const told = {
      accesses: entry.accesses,
      arguments: { value: entry.arguments },
      footprint: entry.footprint,
      ordinal: 0,
      origin: "project",
      result: { value: entry.result },
      span: { attrs: entry.span.attrs, startMs: 10, endMs: 13 },
      stage: "execute",
      tool: "read",
      verdict: entry.verdict,
    };
    expect(facts(encoded)).toEqual(told);
    expect(encoded.rows).toEqual([
      { type: "call-succeed", callId: "call_1", payloadDigest: digestOf(told) },
    ]);
    expect(encoded.payloads).toHaveLength(1);
  });

  it("writes canonical JSON, whatever is in the call", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.option(fc.jsonValue()), (data, text, extra) => {
        const encoded = encode(
          settledCall({
            tool: text,
            arguments: { text },
            result: { type: "output", data, details: extra, metadata: { duration_ms: 0 } },
            cause: extra ?? undefined,
            detail: extra ?? undefined,
            ...(extra === null ? {} : { input: extra as never }),
          }),
        );
        for (const { bytes, digest } of encoded.payloads) {
          const written = Buffer.from(bytes).toString();
          expect(written).toBe(canonicalJson(JSON.parse(written)));
          expect(digest).toBe(digestOf(JSON.parse(written)));
        }
      }),
    );
  });

  it("gives what is large a payload of its own, and leaves out what is past the bound", () => {
    const data = "x".repeat(5_000);
    const result = { type: "output", data, metadata: { duration_ms: 3 } } as const;
    const encoded = encode(settledCall({ result, uncut: result, detail: "y".repeat(16_777_216) }));
    expect(facts(encoded)).toMatchObject({
      result: { bytes: canonicalJson(result).length, digest: digestOf(result) },
      uncut: { digest: digestOf(result) },
      detail: { omitted: true, chars: 16_777_218 },
    });
    expect(encoded.payloads.map(({ digest }) => digest)).toContain(digestOf(result));
  });

  it("writes one row for each answer before the row of the call", () => {
    const answer = { questionId: "qst_1", choice: "once" } as const;
    const encoded = encode(settledCall({ answers: [answer] }));
    expect(encoded.rows.map(({ type }) => type)).toEqual(["approval", "call-succeed"]);
    expect(encoded.rows[0]?.payloadDigest).toBe(
      digestOf({ answer, origin: "project", tool: "read" }),
    );
  });

  it("tells apart what failed and what was refused", () => {
    const result = {
      type: "error",
      code: "permission_denied",
      error_text: "no",
      metadata: { duration_ms: 0 },
    } as const;
    const types = ["execute", "judge", "resolve"].map(
      (stage) => encode(settledCall({ stage, result })).rows[0]?.type,
    );
    expect(types).toEqual(["call-fail", "call-refuse", "call-refuse"]);
  });

  it("keeps what the result was when the call settled", () => {
    const data = { list: [1] };
    const item = settleItem(
      settledCall({ result: { type: "output", data, metadata: { duration_ms: 0 } } }),
      5,
      null,
    );
    data.list.push(2);
    expect(facts(encodeItem(item)).result).toEqual({
      value: { type: "output", data: { list: [1] }, metadata: { duration_ms: 0 } },
    });
  });

  it("masks causes, which no stage has masked", () => {
    const mask = {
      value: <T>(value: T): T => JSON.parse(JSON.stringify(value).replace(/s3cret/g, "***")) as T,
    };
    const item = settleItem(settledCall({ cause: new TypeError("with s3cret in it") }), 5, mask);
    expect(item.cause).toMatchObject({ name: "TypeError", message: "with *** in it" });
  });

  it("writes a row that says so when a part cannot be read, and never fails", () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect(facts(encode(settledCall({ detail: cyclic }))).detail).toEqual({
      value: { unreadable: "The value contains itself or is nested too deeply for JSON" },
    });
    const bigint = encode(
      settledCall({ result: { type: "output", data: 1n, metadata: { duration_ms: 0 } } }),
    );
    expect(bigint.rows.map(({ type }) => type)).toEqual(["call-succeed"]);
    expect(facts(bigint)).toEqual({ unreadable: "A BigInt has no JSON form" });
  });

  it("encodes once", () => {
    const item: RecordItem = settleItem(settledCall(), 5, null);
    expect(encodeItem(item)).toBe(encodeItem(item));
  });

  it("passes an error of a tool on as its cause", () => {
    const item = settleItem(settledCall({ cause: new ToolError("failed", "It broke.") }), 5, null);
    expect(facts(encodeItem(item)).cause).toMatchObject({
      value: { code: "failed", message: "It broke." },
    });
  });
});
