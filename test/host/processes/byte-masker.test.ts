import { createRedactor } from "@toolplane/kernel/inside";
import { createByteMasker } from "@toolplane/sandbox/inside";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const CANARY = "SECRET-CANARY-9b1f6c";
const redactor = createRedactor({ secrets: { api: CANARY } });
const key = `sk-${"aB3dE5gH7jK9mN1pQ2rS"}`;
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${"QUJDREVGR0g".repeat(400)}\n-----END RSA PRIVATE KEY-----`;
const filler = "ordinary words é 日本 \u{1f511} and paths/like/this, https://example.org/x\n";
const clean = (bytes: number): string => filler.repeat(Math.ceil(bytes / filler.length));

const FRAGMENTS: readonly string[] = [
  ...[
    CANARY,
    CANARY.slice(0, 9),
    key,
    `ta${key}`,
    `%é${key}`,
    key.slice(0, 12),
    pem,
    pem.slice(0, 90),
  ],
  ...[
    "://user:hunter22@host",
    "://user:",
    "[redacted:api]",
    "é",
    "日",
    "\u{1f511}",
    " ",
    "\n",
    "x",
  ],
  ...[clean(200), clean(60_000)],
  Buffer.from(`user:${CANARY}@host`).toString("base64").replace(/.{3}/g, "$&\n"),
];

/** The masked output, and whether it was found to be masked. */
function masked(
  bytes: Uint8Array,
  options: { readonly windowBytes: number; readonly piece: number; readonly quick?: boolean },
): { readonly bytes: Buffer; readonly dirty: boolean } {
  const out: Buffer[] = [];
  const { quick: _, ...slow } = redactor;
  const masker = createByteMasker({
    redactor: options.quick === false ? slow : redactor,
    windowBytes: options.windowBytes,
    sink: {
      pass: (lent) => void out.push(Buffer.from(lent)),
      write: (text) => void out.push(Buffer.from(text)),
    },
  });
  for (let at = 0; at < bytes.length; ) {
    const room = masker.room();
    const count = Math.min(options.piece, room.length, bytes.length - at);
    room.set(bytes.subarray(at, at + count));
    masker.take(count);
    at += count;
  }
  masker.end();
  return { bytes: Buffer.concat(out), dirty: masker.dirty };
}

const sizes = fc.record({
  windowBytes: fc.oneof(fc.integer({ min: 60, max: 400 }), fc.integer({ min: 400, max: 40_000 })),
  piece: fc.oneof(fc.integer({ min: 40, max: 500 }), fc.integer({ min: 500, max: 100_000 })),
  quick: fc.boolean(),
});

describe("the byte masker", () => {
  it("gives what redacting the whole gives, and says whether that is different", () => {
    const texts = fc
      .array(fc.constantFrom(...FRAGMENTS), { minLength: 1, maxLength: 10 })
      .map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(texts, sizes, (text, options) => {
        const outcome = masked(Buffer.from(text), options);
        const whole = redactor.text(text);
        expect(outcome.bytes.toString()).toBe(whole);
        expect(outcome.dirty).toBe(whole !== text);
      }),
      { numRuns: 200 },
    );
  });

  it("keeps bytes that are no text where nothing is near, and masks what stands beside them", () => {
    const broken = Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0x00, 0xe6, 0x97]);
    const noise = Buffer.concat([broken, Buffer.from(" "), broken]);
    const bytes = Buffer.concat([noise, Buffer.from("plain words\n".repeat(20_000)), noise]);
    expect(masked(bytes, { windowBytes: 4_096, piece: 10_000 })).toEqual({ bytes, dirty: false });
    const leaking = Buffer.concat([bytes, Buffer.from([0xe6]), Buffer.from(CANARY), broken]);
    const outcome = masked(leaking, { windowBytes: 4_096, piece: 10_000 });
    expect(outcome.dirty).toBe(true);
    expect(outcome.bytes.includes(CANARY)).toBe(false);
    expect(outcome.bytes.includes("[redacted:api]")).toBe(true);
    expect(outcome.bytes.subarray(0, 100_000)).toEqual(leaking.subarray(0, 100_000));
  });

  it("goes back to passing bytes on once a suspicion is over", () => {
    const bytes = Buffer.from(`${clean(100_000)}://user:unfinished ${clean(300_000)}`);
    const passed: number[] = [];
    let decoded = 0;
    const masker = createByteMasker({
      redactor,
      sink: {
        pass: (lent) => void passed.push(lent.length),
        write: (text) => {
          decoded += Buffer.byteLength(text);
        },
      },
    });
    for (let at = 0; at < bytes.length; ) {
      const count = Math.min(50_000, bytes.length - at);
      masker.room().set(bytes.subarray(at, at + count));
      masker.take(count);
      at += count;
    }
    masker.end();
    expect(masker.dirty).toBe(false);
    expect(decoded + passed.reduce((sum, count) => sum + count, 0)).toBe(bytes.length);
    expect(decoded).toBeLessThan(150_000);
  });
});
