// Descriptions that were written to hurt: the reader stays within bounds, opens nothing, and reports it.
import { checkArguments } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { openDesk } from "./call-tool.fixture.ts";
import { fromOpenApi } from "./from-open-api.ts";

const info = { title: "Hostile", version: "1" };
const servers = [{ url: "https://api.example" }];
const base = { openapi: "3.1.0", info, servers };

/** A description whose one operation takes this body. */
function withBody(schema: object, schemas: object = {}): object {
  const content = { "application/json": { schema } };
  return {
    ...base,
    paths: { "/x": { post: { operationId: "run", requestBody: { required: true, content } } } },
    components: { schemas },
  };
}

async function onlyTool(spec: object | string) {
  const { tools, notes } = await fromOpenApi(spec);
  expect(tools).toHaveLength(1);
  const [tool] = tools;
  if (tool === undefined) throw new TypeError("no tool");
  return { tool, notes, text: JSON.stringify(tool.parameters) };
}

describe("a hostile description", () => {
  it("refers to itself in circles", async () => {
    const node = {
      type: "object",
      properties: { next: { $ref: "#/components/schemas/A" } },
      required: ["next"],
    };
    const { tool, text } = await onlyTool(
      withBody(
        { $ref: "#/components/schemas/A" },
        { A: { allOf: [{ $ref: "#/components/schemas/B" }] }, B: node },
      ),
    );
    expect(text.length).toBeLessThan(1_000);
    expect(checkArguments(tool.parameters, { body: { next: { next: 5 } } })).not.toEqual([]);
    const { tool: knot, notes } = await onlyTool(
      withBody(
        { $ref: "#/components/schemas/A" },
        { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } },
      ),
    );
    expect(checkArguments(knot.parameters, { body: 1 })).toEqual([]);
    expect(notes).toEqual([expect.stringContaining("refers to itself")]);
  });

  it("is a circle of objects", async () => {
    const circle: Record<string, unknown> = { type: "object", properties: {} };
    (circle.properties as Record<string, unknown>).again = circle;
    (circle.properties as Record<string, unknown>).more = circle;
    const { text } = await onlyTool(withBody(circle));
    expect(text.length).toBeLessThan(200_000);
  });

  it("is nested without end, or in a chain of thousands of components", async () => {
    let deep: object = { type: "string" };
    for (let level = 0; level < 5_000; level += 1) deep = { type: "array", items: deep };
    expect((await onlyTool(withBody(deep))).text.length).toBeLessThan(5_000);
    const chain = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [
        `C${index}`,
        { type: "object", properties: { next: { $ref: `#/components/schemas/C${index + 1}` } } },
      ]),
    );
    const { tool, text } = await onlyTool(withBody({ $ref: "#/components/schemas/C0" }, chain));
    expect(text.length).toBeLessThan(60_000);
    expect(checkArguments(tool.parameters, { body: { next: {} } })).toEqual([]);
  });

  it("has ten thousand operations", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [
        `/p${index}/{id}`,
        { get: { summary: `Operation ${index}` } },
      ]),
    );
    const { tools } = await fromOpenApi({ ...base, paths });
    expect(new Set(tools.map(({ id }) => id)).size).toBe(10_000);
  });

  it("laughs a billion times in YAML", async () => {
    const laugh = ["a: &a {type: string, description: lol}"];
    for (let level = 1; level < 12; level += 1) {
      const name = String.fromCharCode(97 + level);
      const earlier = String.fromCharCode(96 + level);
      laugh.push(`${name}: &${name} {anyOf: [${Array(10).fill(`*${earlier}`).join(", ")}]}`);
    }
    const spec = `openapi: 3.1.0\ninfo: {title: t, version: "1"}\nservers: [{url: "https://api.example"}]\nx-${laugh.join("\nx-")}
paths: {/x: {post: {operationId: run, requestBody: {content: {application/json: {schema: *l}}}}}}\n`;
    const { text } = await onlyTool(spec);
    expect(text.length).toBeLessThan(200_000);
    const aliases = `a: &a {}\nb: [${Array(20_000).fill("*a").join(",")}]`;
    await expect(fromOpenApi(aliases)).rejects.toThrow("not YAML: aliases exceeded");
    const keys = Array.from({ length: 2_000 }, (_, index) => `k${index}: 1`).join(", ");
    const merges = Array.from({ length: 200 }, (_, index) => `m${index}: {<<: *a}`).join("\n");
    await expect(fromOpenApi(`a: &a {${keys}}\n${merges}`)).rejects.toThrow(
      "not YAML: merge keys exceeded",
    );
    await expect(fromOpenApi(`a: ${"[".repeat(100_000)}`)).rejects.toThrow(
      "not YAML: nesting exceeded",
    );
  });

  it("refers to files and other hosts: nothing is opened, and a note reports it", async () => {
    const opened: string[] = [];
    const open = async (place: string) => {
      opened.push(place);
      return "{}";
    };
    const spec = {
      ...base,
      paths: {
        "/schema": {
          post: {
            operationId: "a",
            requestBody: { content: { "application/json": { schema: { $ref: "/etc/passwd" } } } },
          },
        },
        "/parameter": {
          get: { operationId: "b", parameters: [{ $ref: "https://evil.example/p.json#/x" }] },
        },
        "/body": { post: { operationId: "c", requestBody: { $ref: "file:///etc/shadow" } } },
        "/item": { $ref: "../secret.yaml" },
      },
    };
    const { tools, skipped, notes } = await fromOpenApi(spec, {
      readFile: open,
      fetchText: open,
      location: "https://api.example/spec",
    });
    expect(opened).toEqual([]);
    expect(tools.map(({ id }) => id)).toEqual(["a"]);
    expect(notes).toEqual([
      expect.stringContaining('"/etc/passwd", which is not in this document'),
    ]);
    expect(skipped).toEqual([
      {
        operation: "/item",
        reason: expect.stringContaining('"../secret.yaml", which is not in this document'),
      },
      {
        operation: "GET /parameter",
        reason: expect.stringContaining("https://evil.example/p.json#/x"),
      },
      { operation: "POST /body", reason: expect.stringContaining("file:///etc/shadow") },
    ]);
  });

  it("takes or imitates names of our tools, of other sources, and its own twice", async () => {
    const names = [
      "bash",
      "Read",
      "web-fetch",
      "b_a_s_h",
      "mcp__github__push",
      "http_request",
      "same",
      "same",
      "same",
      "x".repeat(90),
      "../../etc",
      "日本",
      "own",
    ];
    const paths = Object.fromEntries(
      names.map((operationId, index) => [`/p${index}`, { get: { operationId } }]),
    );
    const first = await fromOpenApi({ ...base, paths }, { reserved: ["own"] });
    const ids = first.tools.map(({ id }) => id);
    expect(ids.slice(0, 7)).toEqual([
      "api_bash",
      "api_Read",
      "api_web-fetch",
      "api_b_a_s_h",
      "api_mcp__github__push",
      "api_http_request",
      "same",
    ]);
    expect(ids.slice(7, 9)).toEqual([
      expect.stringMatching(/^same_[0-9a-f]{6}$/),
      expect.stringMatching(/^same_[0-9a-f]{6}$/),
    ]);
    expect(ids.slice(9)).toEqual([
      expect.stringMatching(/^x{57}_[0-9a-f]{6}$/),
      "etc",
      "get_p11",
      "api_own",
    ]);
    expect(new Set(ids).size).toBe(names.length);
    const again = await fromOpenApi({ ...base, paths }, { reserved: ["own"] });
    expect(again.tools.map(({ id }) => id)).toEqual(ids);
    const named = await fromOpenApi({ ...base, paths }, { name: "pets" });
    expect(named.tools.every(({ id }) => id.startsWith("openapi__pets__") && id.length <= 64)).toBe(
      true,
    );
  });

  it("names servers of this machine and of the cloud's own network: a note reports them", async () => {
    for (const url of [
      "http://169.254.169.254/latest",
      "http://127.0.0.1:8080",
      "http://[::1]",
      "http://localhost",
      "http://10.0.0.7",
      "http://0x7f.1",
    ]) {
      const { notes, tools } = await fromOpenApi({
        ...base,
        servers: [{ url }],
        paths: { "/x": { get: {} } },
      });
      expect(tools).toHaveLength(1);
      expect(notes).toEqual([expect.stringContaining("is this machine or a private network")]);
    }
  });

  it("names servers that are none: a user's name in it, another protocol, no value", async () => {
    const skippedFor = async (url: string, more: object = {}) => {
      const { skipped } = await fromOpenApi({
        ...base,
        servers: [{ url, ...more }],
        paths: { "/x": { get: {} } },
      });
      return skipped[0]?.reason;
    };
    expect(await skippedFor("https://user:pass@api.example")).toBe(
      "its server address holds a user name or a password",
    );
    expect(await skippedFor("wss://api.example")).toContain("is not http or https");
    expect(await skippedFor("javascript:alert(1)")).toContain("is not http or https");
    for (const url of [
      "https://*",
      "https://*.example",
      "https://a*.example:8080",
      "https://{a}.example",
    ])
      expect(await skippedFor(url, { variables: { a: { default: "*" } } })).toContain(
        "names no host",
      );
    expect(await skippedFor("/v1")).toContain("give baseUrl, or the location");
    expect(await skippedFor("https://{tenant}.example")).toContain("needs a value for {tenant}");
  });

  it("has values that climb out of the path, split a header or begin another parameter", async () => {
    const parameters = [
      { name: "id", in: "path", required: true, schema: { type: "string" } },
      { name: "q", in: "query", schema: { type: "string" } },
      { name: "X-Note", in: "header", schema: { type: "string" } },
    ];
    const spec = {
      ...base,
      paths: { "/users/{id}/posts": { get: { operationId: "run", parameters } } },
    };
    const { tool } = await onlyTool(spec);
    const desk = openDesk();
    for (const id of ["..", ".", "", "../admin", "a/../../b", "..\\x"])
      expect(await desk.call(tool, { id }), id).toMatchObject({ code: "invalid_input" });
    for (const value of ["a\r\nx-evil: 1", "a\nb", "a\0b", "日本"])
      expect(await desk.call(tool, { id: "1", "X-Note": value })).toMatchObject({
        code: "invalid_input",
      });
    expect(desk.asked).toEqual([]);
    await desk.call(tool, { id: "a/b?c#d;e", q: "1&admin=true#x\r\n" });
    await desk.call(tool, { id: "%2e%2e", q: "\ud800" });
    expect(desk.asked.map(({ url }) => url)).toEqual([
      "https://api.example/users/a%2Fb%3Fc%23d%3Be/posts?q=1%26admin%3Dtrue%23x%0D%0A",
      "https://api.example/users/%252e%252e/posts?q=%EF%BF%BD",
    ]);
  });

  it("uses names of JavaScript's own", async () => {
    const properties = JSON.parse(
      '{"__proto__": {"type": "string"}, "constructor": {"type": "string"}, "ok": {"type": "string"}}',
    ) as object;
    const parameters = ["__proto__", "constructor", "toString"].map((name) => ({
      name,
      in: "query",
      schema: { type: "string" },
    }));
    const schemas = JSON.parse(
      '{"__proto__": {"type": "object", "properties": {"a": {"$ref": "#/components/schemas/__proto__"}}}}',
    ) as object;
    const content = {
      "application/json": {
        schema: {
          allOf: [
            { type: "object", properties, required: ["__proto__"] },
            { $ref: "#/components/schemas/__proto__" },
          ],
        },
      },
    };
    const spec = {
      ...base,
      paths: { "/x": { post: { operationId: "run", parameters, requestBody: { content } } } },
      components: { schemas },
    };
    const { tool } = await onlyTool(spec);
    const desk = openDesk();
    await desk.call(tool, {
      proto: "1",
      constructor: "2",
      toString: "3",
      body: { ok: "4" },
    } as never);
    expect(desk.asked[0]).toMatchObject({
      url: "https://api.example/x?__proto__=1&constructor=2&toString=3",
      body: '{"ok":"4"}',
    });
    expect(Object.keys({} as { polluted?: unknown }).concat(Object.keys(Object.prototype))).toEqual(
      [],
    );
    expect(
      checkArguments(tool.parameters, { body: { ok: "4", constructor: 1 } } as never),
    ).not.toEqual([]);
    const odd = JSON.parse(
      '{"__proto__": {"in": "query"}, "style": "constructor", "name": "n", "in": "query", "collectionFormat": "constructor", "schema": {"type": "string"}}',
    ) as object;
    await expect(
      fromOpenApi({
        ...base,
        paths: { "/x": { get: { parameters: [odd], security: [{ constructor: [] }] } } },
      }),
    ).resolves.toMatchObject({ skipped: [] });
  });

  it("has an enum of a hundred thousand values, and patterns that never end", async () => {
    const values = Array.from({ length: 100_000 }, (_, index) => `value-${index}`);
    const { tool, text } = await onlyTool(
      withBody({
        type: "object",
        properties: {
          choice: { type: "string", enum: values },
          slow: { type: "string", pattern: "^(a+)+$" },
          large: { type: "string", pattern: "(?:x{1,1000}){1,1000}" },
          other: { type: "string", pattern: "(?<=a)b" },
        },
      }),
    );
    expect(text.length).toBeLessThan(2_000);
    expect(text).toContain("One of 100000 values: value-0, value-1,");
    expect(
      checkArguments(tool.parameters, {
        body: { slow: `${"a".repeat(50_000)}!`, large: "y", other: "ab" },
      }),
    ).toMatchObject([{ path: ["body", "slow"] }]);
  });

  it("holds keywords that are none: the rest of the schema still holds", async () => {
    const { tool } = await onlyTool(
      withBody({
        type: "object",
        required: true,
        minProperties: "1",
        properties: {
          n: {
            type: "integer",
            minimum: "x",
            maximum: 5,
            enum: [],
            multipleOf: 0,
            items: 7,
            format: "\n",
          },
          m: 5,
          s: { type: "string", enum: [1, 2] },
        },
      }),
    );
    expect(checkArguments(tool.parameters, { body: { n: 5, m: "any", s: "2" } })).toEqual([]);
    expect(checkArguments(tool.parameters, { body: { n: 6 } })).toMatchObject([
      { path: ["body", "n"] },
    ]);
  });

  it("hides characters in its texts, and has longer texts than are read", async () => {
    const summary = `Deletes\u202e\u0000 <b>nothing</b>\u200b\n\n${"very ".repeat(2_000)}`;
    const { tools, title } = await fromOpenApi({
      ...base,
      info: { title: "A\u001b[31mB", version: 1 },
      paths: { "/x": { get: { summary } } },
    });
    expect(title).toBe("A[31mB");
    const { skipped } = await fromOpenApi({
      ...base,
      paths: { [`/x\u202e${"y".repeat(5_000)}`]: { trace: {} } },
    });
    expect(JSON.stringify(skipped).length).toBeLessThan(400);
    expect(JSON.stringify(skipped)).not.toContain("\u202e");
    expect(tools[0]?.description).toMatch(/^Deletes nothing very very/);
    expect(tools[0]?.description.length).toBeLessThan(1_500);
    expect(JSON.stringify(tools)).not.toMatch(/[\u202e\u200b]|\\u0000/);
  });

  it("hides characters in names and values of a schema", async () => {
    const hidden = "na\u200bme\u{e0041}\u202e\u001b[31m";
    const properties = {
      [hidden]: { type: "string" },
      "x\ny": { type: "string" },
      choice: { type: "string", enum: ["plain", `a${hidden}`], default: hidden, const: hidden },
      "größe in m²": { type: "string", default: "a\n\tb" },
    };
    const schema = {
      type: "object",
      properties,
      required: [hidden, "choice"],
      patternProperties: { [`^${hidden.slice(0, 4)}`]: { type: "string" } },
    };
    const form = { "multipart/form-data": { schema } };
    const { text } = await onlyTool(withBody(schema));
    const { tools } = await fromOpenApi({
      ...base,
      paths: { "/x": { post: { requestBody: { content: form } } } },
    });
    for (const shown of [text, JSON.stringify(tools[0]?.parameters)]) {
      expect(shown).not.toMatch(/[\u200b\u202e\u{e0041}]|\\u001b|x\\ny/u);
      expect(shown).toContain('"enum":["plain"]');
      expect(shown).toContain('"größe in m²":{"type":"string","default":"a\\n\\tb"}');
      expect(shown).toContain('"required":["choice"]');
    }
  });

  it("has objects that cannot become text where a text is wanted", async () => {
    const odd = { toString: 1, valueOf: 1 };
    const paths = { "/x": { get: {} } };
    for (const spec of [
      { ...base, openapi: odd, paths },
      { swagger: odd, info, paths },
    ])
      await expect(fromOpenApi(spec)).rejects.toMatchObject({ name: "ConfigurationError" });
    const parameters = [
      { name: "q", in: "query", schema: { type: "string", enum: Array(600).fill(odd) } },
    ];
    const { tools, apiVersion } = await fromOpenApi({
      ...base,
      info: { title: "Odd", version: odd },
      paths: { "/x": { get: { parameters } } },
    });
    expect(tools).toHaveLength(1);
    expect(apiVersion).toBe("");
    const { skipped } = await fromOpenApi({
      ...base,
      paths,
      servers: [{ url: "https://{a}.example", variables: { a: { default: odd } } }],
    });
    expect(skipped[0]?.reason).toContain("needs a value for {a}");
  });

  it("names a variable of its server's address thousands of times", async () => {
    for (const times of [1, 600, 5_000]) {
      const { skipped } = await fromOpenApi({
        ...base,
        servers: [
          {
            url: `https://api.example/${"{a}".repeat(times)}`,
            variables: { a: { default: "b".repeat(150_000) } },
          },
        ],
        paths: { "/x": { get: {} } },
      });
      expect(skipped[0]?.reason).toBe("its server address is too long");
    }
  });

  it("takes headers that make another request of it: they are no arguments", async () => {
    const names = [
      ...["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "X-Original-URL"],
      ...["X-Rewrite-URL", "Forwarded", "X-Forwarded-Host", "X-Forwarded-For", "X-Host"],
    ];
    const parameters = [...names, "X-Note"].map((name) => ({ name, in: "header" }));
    const { tool } = await onlyTool({ ...base, paths: { "/x": { get: { parameters } } } });
    expect(tool.parameters).toMatchObject({ properties: { "X-Note": {} } });
    for (const name of names)
      expect(checkArguments(tool.parameters, { [name]: "x" }), name).not.toEqual([]);
  });
});
