import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultArgumentLimits } from "./argument-limits.ts";
import { parseArguments } from "./parse-arguments.ts";

function isDeepFrozen(value: unknown): boolean {
  return (
    typeof value !== "object" ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen))
  );
}

const objects = fc.dictionary(
  fc.string({ unit: "binary" }).filter((name) => name !== "__proto__"),
  fc.jsonValue({ stringUnit: "binary", maxDepth: 4 }).filter((value) => {
    return !JSON.stringify(value).includes("__proto__");
  }),
  { noNullPrototype: true },
);

describe("parseArguments", () => {
  it("reads one object as JSON.parse does, frozen all the way down", () => {
    fc.assert(
      fc.property(objects, fc.constantFrom("", "  "), (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        const parsed = parseArguments(text);
        expect(parsed).toEqual({ ok: true, value: JSON.parse(text) });
        expect(isDeepFrozen(parsed)).toBe(false);
        expect(parsed.ok && isDeepFrozen(parsed.value)).toBe(true);
      }),
    );
  });

  it("does not mistake colons, quotes and escapes inside texts for structure", () => {
    const text = `{"a:b":"c:\\"d\\":\\\\","e":["f:\\\\\\"",{"g":"::"}]}`;
    expect(parseArguments(text)).toEqual({
      ok: true,
      value: { "a:b": 'c:"d":\\', e: ['f:\\"', { g: "::" }] },
    });
  });

  it("finds a repeated name in any place and any spelling", () => {
    const refuse = (text: string): unknown => parseArguments(text);
    // The shortest member there is, hidden in a value that can be written no shorter.
    expect(
      [`{"":0,"":0}`, `{"a":{"":0,"":{}}}`, `{"":[],"":[1]}`].map(
        (text) => parseArguments(text).ok,
      ),
    ).toEqual([false, false, false]);
    expect(refuse(`{"a":1,"a":1}`)).toEqual({
      ok: false,
      message: `not valid JSON at line 1, column 8: property "a" is given twice`,
    });
    expect(refuse(`{"x":[{"path":"a:b","p\\u0061th":"c"}]}`)).toEqual({
      ok: false,
      message: `not valid JSON at line 1, column 21: property "path" is given twice`,
    });
  });

  it("refuses every object with one member more under a name it has, whatever surrounds it", () => {
    const inner = objects.filter((object) => Object.keys(object).length > 0);
    const spaces = fc.constantFrom("", " ", "\n");
    fc.assert(
      fc.property(inner, fc.nat(), fc.jsonValue(), spaces, (object, pick, value, space) => {
        const names = Object.keys(object);
        const name = JSON.stringify(names[pick % names.length]);
        const twice = `${JSON.stringify(object).slice(0, -1)},${space}${name}:${JSON.stringify(value)}}`;
        const texts = [twice, `{"x":${space}[1,${twice}]}`, `{"x":{"y":${twice}},"z":12}`];
        expect(texts.map((text) => parseArguments(text).ok)).toEqual([false, false, false]);
      }),
    );
  });

  it("says where the text stops being JSON, without repeating the text", () => {
    const cases: readonly (readonly [text: string, message: string])[] = [
      ["", "the text is empty; send a JSON object, {} for no arguments"],
      [" \n", "the text is empty; send a JSON object, {} for no arguments"],
      ["\ufeff{}", "the text starts with a byte order mark; send the JSON object alone"],
      ["[1]", 'the arguments must be one JSON object, starting with "{"'],
      ["null", 'the arguments must be one JSON object, starting with "{"'],
      ["secret", 'the arguments must be one JSON object, starting with "{"'],
      ["{} x", "not valid JSON at line 1, column 4: unexpected text after the end of the object"],
      ['{"a":1,}', "not valid JSON at line 1, column 8: expected a property name in double quotes"],
      ["{'a':1}", "not valid JSON at line 1, column 2: expected a property name in double quotes"],
      ['{"a" 1}', 'not valid JSON at line 1, column 6: expected ":" after property "a"'],
      ['{\n "a": [1 2]\n}', 'not valid JSON at line 2, column 10: expected "," or "]"'],
      ['{"a":"x" "b"}', 'not valid JSON at line 1, column 10: expected "," or "}"'],
      [
        '{"a":"x',
        "not valid JSON at line 1, column 8, where the text ends: a string is not closed",
      ],
      ['{"a":"\\q"}', "not valid JSON at line 1, column 7: an unknown escape in a string"],
      [
        '{"a":"\n"}',
        "not valid JSON at line 1, column 7: a raw control character in a string; write it as an escape such as \\n",
      ],
      [
        '{"a":secret}',
        "not valid JSON at line 1, column 6: expected a JSON value (text in double quotes, number, true, false, null)",
      ],
      [
        '{"a":01}',
        "not valid JSON at line 1, column 6: expected a JSON value (text in double quotes, number, true, false, null)",
      ],
      ['{"a":1e999}', "not valid JSON at line 1, column 6: a number is too large"],
      [
        '{"a":{"__proto__":{}}}',
        'not valid JSON at line 1, column 7: the property name "__proto__" is not allowed',
      ],
      [
        '{"a":"\\ud800"}',
        "not valid JSON at line 1, column 6: a string holds half of a surrogate pair",
      ],
      [
        '{"\ud800":1}',
        "not valid JSON at line 1, column 2: a string holds half of a surrogate pair",
      ],
    ];
    expect(cases.map(([text]) => [text, parseArguments(text)])).toEqual(
      cases.map(([text, message]) => [text, { ok: false, message }]),
    );
  });

  it("accepts a whole surrogate pair, raw and escaped", () => {
    expect(parseArguments('{"a":"\\ud83d\\ude00😀"}')).toEqual({ ok: true, value: { a: "😀😀" } });
  });

  it("counts bytes and levels up to the limit and no further", () => {
    const limits = { maxBytes: 12, maxDepth: 3 };
    expect(parseArguments('{"a":"éé"}', limits).ok).toBe(true);
    expect(parseArguments('{"a":"ééé"}', limits)).toEqual({
      ok: false,
      message: "the arguments are larger than 12 bytes",
    });
    expect(parseArguments('{"a":[[1]]}', limits).ok).toBe(true);
    expect(parseArguments('{"a":[[[]]]}', limits)).toEqual({
      ok: false,
      message: "not valid JSON at line 1, column 8: nested deeper than 3 levels",
    });
    expect(defaultArgumentLimits).toEqual({ maxDepth: 64, maxBytes: 1_048_576 });
  });

  it("answers every text with a value or a message that quotes no more than a name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const parsed = parseArguments(`{"k":${text}}`);
        expect(parsed.ok || parsed.message.length < 300).toBe(true);
      }),
    );
  });
});
