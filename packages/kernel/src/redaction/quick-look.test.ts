import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.ts";
import { LOOK_ALIKES } from "./look-alikes.ts";

const CANARY = "SECRET-CANARY-9b1f6c";
const SECRETS = { api: CANARY, other: "Zürich/pass+phrase-日本", short: "q7#k2z" };
const body = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2dE3fG4hI5jK6lM7nO8pQ9rS0";
const base64 = Buffer.from(`user:${CANARY}@host and more text after it`).toString("base64");

/** Pieces of matches, whole and broken, and what comes between them. */
const FRAGMENTS: readonly string[] = [
  ...LOOK_ALIKES.flatMap(({ anchors }) => anchors),
  ...Object.values(SECRETS),
  ...[CANARY.slice(0, 9), CANARY.slice(9), encodeURIComponent(SECRETS.other)],
  ...[base64, base64.replace(/.{11}/g, "$&\n"), base64.replace(/.{3}/g, "$&\r\n")],
  ...[base64.replace(/./g, "$&\n"), base64.replace(/.{2}/g, "$&\n")],
  ...[body, body.slice(0, 20), body.slice(0, 7), "A".repeat(40), ": Bearer ", "user:hunter22@host"],
  ...["-----BEGIN RSA PRIVATE KEY-----\n", "-----END RSA PRIVATE KEY-----", "[redacted:api]"],
  ...["-----BEGIN ", "a", "é", "日", "\u{1f511}", "%3D", "\\n", "\\u003d", "%", "\\", "x", "-"],
  ...[" ", "\n", "\r\n", "\t", "the quick brown fox\n", "https://example.org/a?b=c@d ", ".", "_"],
];

const texts = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS) },
      { weight: 1, arbitrary: fc.string() },
    ),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  .map((pieces) => pieces.join(""));

describe("the quick look", () => {
  it.each([
    ["no secrets", {}],
    ["secrets", SECRETS],
  ])("misses nothing that redaction changes, in windows of any size: %s", (_, secrets) => {
    const redactor = createRedactor({ secrets });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 400 }), fc.nat(1), (text, step, shift) => {
        const bytes = atOffset(Buffer.from(text.toWellFormed()), shift);
        if (!suspectsAny(redactor, bytes, step)) {
          expect(redactor.text(bytes.toString())).toBe(bytes.toString());
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it("misses nothing among bytes that are no text", () => {
    const redactor = createRedactor({ secrets: { ...SECRETS, odd: "abc\ufffddefghi" } });
    const piece = fc.oneof(
      fc.constantFrom(...FRAGMENTS, "abc", "def").map((text) => Buffer.from(text)),
      fc.uint8Array({ minLength: 1, maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 10 }),
        fc.integer({ min: 1, max: 200 }),
        (pieces, step) => {
          const bytes = Buffer.concat(pieces);
          const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
          if (!suspectsAny(redactor, bytes, step)) expect(redactor.text(text)).toBe(text);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("takes a value for suspect that holds a replacement character", () => {
    const { quick } = createRedactor({
      secrets: { odd: "abc\ufffddefghi", start: "\ufffdabcdefg" },
    });
    expect(quick?.suspects(Buffer.from("anything at all"))).toBe(true);
  });

  it("suspects every kind of look-alike as soon as it is long enough to be one", () => {
    const { quick } = createRedactor({ secrets: {} });
    for (const { anchors } of LOOK_ALIKES) {
      for (const anchor of anchors) {
        const text = Buffer.from(`first ${anchor}${body}@x and more`);
        expect([anchor, quick?.suspects(text)]).toEqual([anchor, true]);
      }
    }
  });

  it("passes over what ordinary output is full of", () => {
    const { quick } = createRedactor({ secrets: { api: CANARY } });
    for (const line of [
      "the quick brown fox jumps over the lazy dog, again and again, line after line",
      "https://example.org/path?query=1 http://localhost:8080/ git@github.com:a/b.git",
      "task-1 risk-free desk-top sk-learn they key monkey eyJ survey SG. hf_x",
      "------------------------------------------------------------",
      "2026-01-01T00:00:00Z INFO [worker-3] compiled src/redaction/quick-look.ts in 12 ms",
      '{"name":"left-pad","version":"1.3.0","resolved":"https://registry.example/left-pad.tgz"}',
      "0123456789abcdef0123456789abcdef  dist/bundle.js",
    ]) {
      expect([line, quick?.suspects(Buffer.from(`${line}\n${line}\n`))]).toEqual([line, false]);
    }
  });

  it("goes on after text that is written already, as if it had seen it", () => {
    const redactor = createRedactor({ secrets: SECRETS });
    fc.assert(
      fc.property(texts, fc.nat(200), (text, at) => {
        const cut = Math.min(at, text.length);
        const before = text.slice(0, cut);
        if (redactor.text(text) !== text) return;
        const stream = redactor.stream(before);
        expect(stream.push(text.slice(cut)) + stream.end()).toBe(text.slice(cut));
      }),
    );
    const word = redactor.stream("ta");
    expect(word.push(`sk-${body}`) + word.end()).toBe(`sk-${body}`);
    const escaped = redactor.stream("%é");
    expect(escaped.push(`xsk-${body}`) + escaped.end()).toBe("x[redacted:api-key]");
  });
});

function suspectsAny(
  { quick }: ReturnType<typeof createRedactor>,
  bytes: Buffer,
  step: number,
): boolean {
  if (quick === undefined) throw new Error("there is no quick look");
  for (let at = 0; at < bytes.length; at += step) {
    if (quick.suspects(bytes.subarray(Math.max(0, at - quick.overlap), at + step))) return true;
  }
  return false;
}

/** At an even or odd place in memory. */
function atOffset(bytes: Buffer, shift: number): Buffer {
  const whole = Buffer.alloc(bytes.length + shift);
  bytes.copy(whole, shift);
  return whole.subarray(shift);
}
