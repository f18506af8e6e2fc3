import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.ts";

const CANARY = "SECRET-CANARY-9b1f6c";
const mask = (secret: string, text: string): string =>
  createRedactor({ secrets: { api: secret } }).text(text);

/** Encodings that common programs make of a value. */
const ENCODERS: Readonly<Record<string, (value: string) => string>> = {
  raw: (value) => value,
  base64: (value) => Buffer.from(value).toString("base64"),
  "base64 without padding": (value) => Buffer.from(value).toString("base64").replace(/=+$/, ""),
  base64url: (value) => Buffer.from(value).toString("base64url"),
  "base64 after one byte": (value) => Buffer.from(`:${value}`).toString("base64"),
  "base64 after two bytes": (value) => Buffer.from(`u:${value}`).toString("base64"),
  "base64 inside a text": (value) => Buffer.from(`user:${value}@host`).toString("base64"),
  "base64url inside a text": (value) => Buffer.from(`user: ${value}!!`).toString("base64url"),
  "URL component": encodeURIComponent,
  "URL component, lower hex": (value) =>
    encodeURIComponent(value).replace(/%../g, (found) => found.toLowerCase()),
  "form field": (value) => new URLSearchParams({ v: value }).toString().slice(2),
  "every byte in percent": (value) => Buffer.from(value).toString("hex").replace(/../g, "%$&"),
  JSON: (value) => JSON.stringify(value),
  "JSON in JSON": (value) => JSON.stringify(JSON.stringify(value)),
  "JSON as PHP writes it": (value) => JSON.stringify(value).replaceAll("/", "\\/"),
  "JSON as Go writes it": (value) =>
    JSON.stringify(value)
      .replaceAll("&", "\\u0026")
      .replaceAll("<", "\\u003c")
      .replaceAll(">", "\\u003e"),
  "JSON as Python writes it": (value) =>
    JSON.stringify(value).replace(
      /[^ -~]/g,
      (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  hex: (value) => Buffer.from(value).toString("hex"),
  "upper hex": (value) => Buffer.from(value).toString("hex").toUpperCase(),
  HTML: (value) =>
    value
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
      .replaceAll("'", "&#39;"),
};

describe("createRedactor: registered values", () => {
  it.each(Object.keys(ENCODERS))("masks a value written as %s", (name) => {
    for (const secret of [
      CANARY,
      'p/"q"&<r>+= s\\t',
      "Zürich-passphrase-日本",
      "a+b/c==d?e",
      "a*b'c(d)~ e!",
    ]) {
      const encoded = (ENCODERS[name] as (value: string) => string)(secret);
      const masked = mask(secret, `before ${encoded} after`);
      expect(masked).toContain("[redacted:api]");
      expect(masked).not.toContain(encoded);
      expect(masked.startsWith("before ")).toBe(true);
      expect(masked.endsWith(" after")).toBe(true);
    }
  });

  it("masks whole forms, padding included", () => {
    expect(mask(CANARY, `k=${Buffer.from(CANARY).toString("base64")};`)).toBe("k=[redacted:api];");
    expect(mask('SEC"RET-CANARY-9b', 'k=SEC\\"RET-CANARY-9b\n')).toBe("k=[redacted:api]\n");
    expect(mask(`p/${CANARY}+=`, `k=p%2F${CANARY}%2B%3D\n`)).toBe("k=[redacted:api]\n");
  });

  it("masks base64 that a line break cuts in two", () => {
    const file = `${"x".repeat(45)}TOKEN=${CANARY}-and-more\n${"y".repeat(40)}`;
    const encoded = Buffer.from(file).toString("base64");
    for (const end of ["\n", "\r\n"]) {
      const wrapped = encoded.replace(/.{76}/g, `$&${end}`);
      const masked = mask(`${CANARY}-and-more`, wrapped);
      expect(masked).toContain("[redacted:api]");
      expect(Buffer.from(masked.replace(/\[.*?\]/g, ""), "base64").toString()).not.toContain(
        "CANARY",
      );
    }
  });

  it("leaves values of fewer than six characters alone", () => {
    expect(mask("abcde", "abcde")).toBe("abcde");
    expect(mask("abcdef", "abcdef")).toBe("[redacted:api]");
    expect(mask("  ab   ", "x  ab   x")).toBe("x  ab   x");
  });

  it("masks a value without the line break its file ended in, and the long lines of a key", () => {
    expect(mask(`${CANARY}\n`, `x ${CANARY} y`)).toBe("x [redacted:api] y");
    const line = "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ";
    expect(mask(`head\n${line}\ntail`, `2:${line}`)).toBe("2:[redacted:api]");
  });

  it("lets the longest of two values win, and shows both where they only overlap", () => {
    const { text } = createRedactor({
      secrets: { short: "abcdef", long: "abcdefghij", inner: "defghi", next: "hijklmno" },
    });
    expect(text("-abcdefghij-")).toBe("-[redacted:long]-");
    expect(text("-abcdef-")).toBe("-[redacted:short]-");
    expect(text("abcdefghijklmno")).toBe("[redacted:long][redacted:next]");
  });

  it("writes one mask for a run that overlaps itself", () => {
    expect(mask("aaaaaa", `x${"a".repeat(1_000)}y`)).toBe("x[redacted:api]y");
    expect(mask("abcabc", "abcabc abcabcabc")).toBe("[redacted:api] [redacted:api]");
  });

  it("leaves its own masks alone, even when a value is part of one", () => {
    const { text } = createRedactor({ secrets: { api: "redacted", b: "d:api]x" } });
    expect(text("is redacted")).toBe("is [redacted:api]");
    expect(text("is [redacted:api]")).toBe("is [redacted:api]");
    expect(text("is [redacted:jwt]")).toBe("is [redacted:jwt]");
  });

  it("searches a mask-like text whose name was not registered", () => {
    expect(mask(CANARY, `[redacted:${CANARY}]`)).toBe("[redacted:[redacted:api]]");
  });

  it("shows no name that gives a value away, and none that could break a line", () => {
    const { text } = createRedactor({ secrets: { hunter22: "hunter22", "a b\n]": "another-one" } });
    expect(text("hunter22 another-one")).toBe("[redacted:secret] [redacted:a_b__]");
  });
});

const secretText = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 6, maxLength: 24 }),
  fc.string({ unit: fc.constantFrom(..."abAB01+/=%\\\"' &"), minLength: 6, maxLength: 12 }),
);
const secretSets = fc
  .uniqueArray(secretText, { minLength: 1, maxLength: 5 })
  .map((values) =>
    values.filter((value) => value.trim().length >= 6 && !value.includes("redacted")),
  );
const encoderNames = fc.constantFrom(...Object.keys(ENCODERS));

/** A text that holds secrets in every form, between other things. */
const seededText = secretSets.chain((secrets) =>
  fc.record({
    secrets: fc.constant(secrets),
    parts: fc.array(
      fc.oneof(
        fc.string({ maxLength: 20 }),
        fc.constantFrom("\n", "://u:", "@h ", "sk-", "eyJ", "Authorization: Bearer ", "[redacted:"),
        ...(secrets.length === 0
          ? []
          : [
              fc
                .tuple(fc.constantFrom(...secrets), encoderNames)
                .map(([secret, name]) =>
                  (ENCODERS[name] as (value: string) => string)(secret.toWellFormed()),
                ),
              fc.constantFrom(...secrets),
            ]),
      ),
      { maxLength: 12 },
    ),
    cuts: fc.array(fc.nat(400), { maxLength: 12 }),
  }),
);

function redactorOf(secrets: readonly string[]): ReturnType<typeof createRedactor> {
  return createRedactor({
    secrets: Object.fromEntries(secrets.map((secret, index) => [`s${index}`, secret])),
  });
}

describe("createRedactor: properties", () => {
  it("lets no registered value survive in any form", () => {
    fc.assert(
      fc.property(seededText, ({ secrets, parts }) => {
        const masked = redactorOf(secrets).text(parts.join(""));
        // The text of our own mask is not what was masked.
        const rest = masked.split(/\[redacted:[a-z0-9-]+\]/);
        for (const secret of secrets) {
          for (const encode of Object.values(ENCODERS)) {
            const form = encode(secret.toWellFormed()).replace(/^"|"$/g, "");
            if (form.length < 6) continue;
            for (const piece of rest) expect(piece.includes(form)).toBe(false);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it("gives the same for pieces as for the whole", () => {
    fc.assert(
      fc.property(seededText, ({ secrets, parts, cuts }) => {
        const whole = parts.join("");
        const redactor = redactorOf(secrets);
        expect(inPieces(redactor, whole, cuts)).toBe(redactor.text(whole));
      }),
      { numRuns: 600 },
    );
  });

  it("changes nothing when run again", () => {
    fc.assert(
      fc.property(seededText, ({ secrets, parts }) => {
        const { text } = redactorOf(secrets);
        const once = text(parts.join(""));
        expect(text(once)).toBe(once);
      }),
      { numRuns: 300 },
    );
  });

  it("leaves text without secrets as it is", () => {
    const { text } = createRedactor({ secrets: { api: CANARY } });
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (plain) => {
        expect(text(plain)).toBe(plain);
      }),
      { numRuns: 1_000 },
    );
  });
});

function inPieces(
  redactor: ReturnType<typeof createRedactor>,
  text: string,
  cuts: readonly number[],
): string {
  const stream = redactor.stream();
  const places = [...new Set(cuts.map((cut) => Math.min(cut, text.length)))].sort((a, b) => a - b);
  let out = "";
  let from = 0;
  for (const to of [...places, text.length]) {
    out += stream.push(text.slice(from, to));
    from = to;
  }
  return out + stream.end();
}
