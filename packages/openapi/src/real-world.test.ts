// Habits of descriptions in the wild, one small one for each: all of them must load, and their tools must be usable.
import { checkArguments, digestOf } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { openDesk } from "./call-tool.fixture.ts";
import { defineOpenApi } from "./define-open-api.ts";
import { fromOpenApi } from "./from-open-api.ts";

const V3 =
  'openapi: 3.0.0\ninfo: { title: T, version: 1.0 }\nservers: [{ url: "https://api.example" }]\n';
const V2 = 'swagger: "2.0"\ninfo: { title: T, version: "1" }\nhost: api.example\n';
const get = (parameters: string, version = V3) =>
  `${version}paths:\n  /a:\n    get: { operationId: a, parameters: [${parameters}] }\n`;

/** A habit, its description, arguments of its first tool, and where the request goes. */
const HABITS: readonly (readonly [string, string, Readonly<Record<string, unknown>>, string])[] = [
  [
    "paths of their own for a query (x-ms-paths)",
    `${V2}paths: {}\nx-ms-paths:\n  /blob?comp=lease:\n    put: { parameters: [{ name: comp, in: query, type: string, enum: [lease], required: true }] }\n`,
    {},
    "https://api.example/blob?comp=lease",
  ],
  ["methods in capitals", `${V3}paths: { /a: { GET: {} } }`, {}, "https://api.example/a"],
  [
    "a host with its scheme and a slash",
    `${V2.replace("api.example", '"http://api.example/"')}basePath: v1\npaths: { /a: { get: {} } }`,
    {},
    "http://api.example/v1/a",
  ],
  [
    "a server without a scheme",
    `${V3.replace("https://", "//")}paths: { /a: { get: {} } }`,
    {},
    "https://api.example/a",
  ],
  [
    "a first server that cannot be filled in",
    `openapi: 3.0.0\ninfo: {}\nservers: [{ url: "https://{tenant}.example" }, { url: https://api.example }]\npaths: { /a: { get: {} } }`,
    {},
    "https://api.example/a",
  ],
  [
    "keys and values that YAML reads as something else",
    `${V3}paths:\n  /a:\n    get:\n      operationId: 200\n      parameters: [{ name: on, in: query, schema: { type: string, enum: [on, no, 2020-01-01, 7] } }]\n      responses: { 200: { description: ok }, true: {}, null: {}, 2.5: {} }\n`,
    { on: "2020-01-01" },
    "https://api.example/a?on=2020-01-01",
  ],
  [
    "numbers that JSON does not have",
    get(
      "{ name: x, in: query, schema: { type: number, default: .inf, maximum: .nan, minimum: -.inf, enum: [1, .inf] } }",
    ),
    { x: 3 },
    "https://api.example/a?x=3",
  ],
  [
    "a byte order mark and Windows line ends",
    `\ufeff${V3}paths:\n  /a:\n    get:\n      description: |\n        One.\n        Two.\n`.replaceAll(
      "\n",
      "\r\n",
    ),
    {},
    "https://api.example/a",
  ],
  [
    "JSON with tabs and a comma too many",
    '\n{\n\t"openapi": "3.0.0",\n\t"info": {},\n\t"servers": [{ "url": "https://api.example" }],\n\t"paths": { "/a": { "get": {}, } }\n}',
    {},
    "https://api.example/a",
  ],
  [
    "merge keys",
    `${V3}x-text: &text { type: string }\n${get("{ name: x, in: query, schema: { <<: *text, maxLength: 3 } }").slice(V3.length)}`,
    { x: "abc" },
    "https://api.example/a?x=abc",
  ],
  [
    "parameters that carry a document",
    get("{ name: f, in: query, content: { application/json: { schema: { type: object } } } }"),
    { f: { a: 1 } },
    "https://api.example/a?f=%7B%22a%22%3A1%7D",
  ],
  [
    "parameters without a schema, and things that are none",
    get("null, 3, {}, { name: x }, { name: y, in: nowhere }, { name: z, in: query }"),
    { z: "1" },
    "https://api.example/a?z=1",
  ],
  [
    "parameters of the path, one of them repeated",
    `${V3}paths:\n  /a/{id}:\n    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]\n    get: { parameters: [{ name: id, in: path, required: true, schema: { type: string } }] }\n`,
    { id: "x" },
    "https://api.example/a/x",
  ],
  [
    "a path that takes the rest (AWS)",
    `${V3}paths:\n  "/{proxy+}":\n    get: { parameters: [{ name: proxy, in: path, required: true, schema: { type: string } }] }\n`,
    { proxy_path: "b" },
    "https://api.example/b",
  ],
  [
    "a path with quotes (OData)",
    `${V3}paths: { "/users('{id}')": { get: {} } }`,
    { id: "7" },
    "https://api.example/users('7')",
  ],
  [
    "keywords that are not what JSON Schema says",
    get(
      "{ name: x, in: query, required: yes, schema: { type: String, required: true, minLength: '3', pattern: '(?<!a)b', enum: a } }",
    ),
    { x: "b" },
    "https://api.example/a?x=b",
  ],
  [
    "null among the values",
    get("{ name: x, in: query, schema: { type: string, nullable: true, enum: [a, null] } }"),
    { x: "a" },
    "https://api.example/a?x=a",
  ],
];

describe("a description in the wild", () => {
  it.each(HABITS)("%s", async (_habit, description, args, url) => {
    const { tools } = await fromOpenApi(description);
    const [tool] = tools;
    const desk = openDesk();
    const given = args as Parameters<typeof desk.call>[1] & object;
    expect(checkArguments(tool?.parameters ?? false, given)).toEqual([]);
    await desk.call(tool, given);
    expect(desk.asked.map((one) => one.url)).toEqual([url]);
    // A definition can be kept: it is JSON, and has a digest.
    const { definitions } = await defineOpenApi(description);
    const [kept] = definitions;
    expect(digestOf(kept)).toBe(digestOf(JSON.parse(JSON.stringify(kept))));
  });

  it("has operations of one name, and responses that are missing", async () => {
    const same = "{ get: { operationId: same } }";
    const { tools, skipped } = await fromOpenApi(
      `${V3}paths: { /a: ${same}, /b: ${same}, /c: null, /d: { get: null }, /e: { get: [] } }`,
    );
    expect(new Set(tools.map(({ id }) => id)).size).toBe(2);
    expect(skipped).toEqual([]);
  });

  it("has content types with parameters, and some that stand for any", async () => {
    const types = ["application/json; charset=utf-8", "*/*", "application/vnd.api+json;v=1"];
    const paths = Object.fromEntries(
      types.map((type, index) => [
        `/${index}`,
        { post: { requestBody: { content: { [type]: { schema: { type: "object" } } } } } },
      ]),
    );
    const servers = [{ url: "https://api.example" }];
    const { tools } = await fromOpenApi({ openapi: "3.0.0", info: {}, servers, paths });
    const desk = openDesk();
    for (const tool of tools) await desk.call(tool, { body: { a: 1 } });
    expect(desk.asked.map(({ body }) => String(body))).toEqual(types.map(() => '{"a":1}'));
    expect(desk.asked[0]?.headers?.["content-type"]).toContain("application/json");
  });

  it("cannot fill in its only server: that is reported, and nothing is guessed", async () => {
    for (const url of ["https://{tenant}.example", "/v1", "api.example/v1"]) {
      const { tools, skipped } = await fromOpenApi(
        `${V3.replace("https://api.example", url)}paths: { /a: { get: {} } }`,
      );
      expect(tools).toEqual([]);
      expect(skipped).toMatchObject([{ reason: expect.stringMatching(/serverVariables|baseUrl/) }]);
    }
  });
});
