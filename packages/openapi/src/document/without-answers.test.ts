import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutAnswers } from "./without-answers.ts";

/** Long enough to be cut, in any place. */
const PADDING = " ".repeat(100_000);

function cut(text: string): unknown {
  const short = withoutAnswers(text);
  return short === null ? null : JSON.parse(short);
}

/** A description with one operation, whose answer and shared examples are the given ones. */
function describing(answer: unknown): Record<string, unknown> {
  return {
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: {
      "/a": {
        parameters: [],
        post: {
          operationId: "a",
          responses: {
            200: { description: "OK", content: { "application/json": answer, "a/b": answer } },
          },
        },
      },
    },
    components: { schemas: { A: { example: answer } }, examples: { one: answer } },
  };
}

describe("withoutAnswers", () => {
  it("leaves everything but answers and shared examples, whatever they hold", () => {
    const holder = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(holder, fc.constantFrom(undefined, 1, "\t"), (answer, space) => {
        const expected = describing(null) as { components: { schemas: object } };
        expected.components.schemas = { A: { example: answer } };
        const text = JSON.stringify(describing(answer), null, space);
        expect(cut(text + PADDING)).toEqual(JSON.parse(JSON.stringify(expected)));
      }),
    );
  });

  it("finds its way through every script, and signs that look like brackets only in part", () => {
    const said = "\u0122\u225b\u5c22\u7d7b \u{1f600} Größe";
    const expected = describing(null) as { info: object; components: { schemas: object } };
    expected.components.schemas = { A: { example: [said] } };
    expected.info = { title: said };
    const text = JSON.stringify({ ...describing([said]), info: { title: said } });
    expect(cut(text + PADDING)).toEqual(expected);
  });

  it("cuts nothing that only looks like an answer", () => {
    const schema = {
      properties: { responses: { 200: { content: { x: { type: "string" } } } }, examples: {} },
    };
    const responses = { paths: { "/b": { get: { responses: schema.properties.responses } } } };
    const text = JSON.stringify({
      paths: { "/a": { get: { requestBody: { content: { "a/b": { schema } } } } } },
      components: { schemas: { paths: responses, examples: schema } },
      inner: responses,
    });
    expect(withoutAnswers(text + PADDING)).toBe(null);
  });

  it.each([
    ["a short text", JSON.stringify(describing({}))],
    ["no object", `[]${PADDING}`],
    ["a text that ends too soon", JSON.stringify(describing({})).slice(0, -1) + PADDING],
    ["a name without quotes", `{ paths: {} }${PADDING}`],
    ["a string without an end", `{ "paths": { "/a": "x } }${PADDING}`],
    ["nothing behind a colon", `{ "paths": , "components": {} }${PADDING}`],
    ["a comma too few", `{ "paths": {} "components": {} }${PADDING}`],
  ])("gives up on %s", (_, text) => {
    expect(withoutAnswers(text)).toBe(null);
  });
});
