import { checkArguments } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { openDesk } from "./call-tool.fixture.ts";
import { fromOpenApi } from "./from-open-api.ts";

const info = { title: "Pets", version: "1.2", description: "A shop." };
const pet = {
  type: "object",
  required: ["id", "name"],
  properties: {
    id: { type: "integer", readOnly: true },
    name: { type: "string", minLength: 1 },
    kind: { $ref: "#/components/schemas/Kind" },
    parent: { $ref: "#/components/schemas/Pet" },
    age: { type: "integer", minimum: 0, exclusiveMinimum: true, nullable: true },
  },
};
const PETS = {
  openapi: "3.0.3",
  info,
  servers: [{ url: "https://api.example/v1" }],
  security: [{ key: [] }],
  paths: {
    "/pets": {
      parameters: [{ name: "trace", in: "header", schema: { type: "string" } }],
      get: {
        operationId: "listPets",
        summary: "Lists pets",
        tags: ["pets", "reading"],
        parameters: [
          { name: "filter[kind]", in: "query", description: "Which.", schema: { type: "string" } },
        ],
      },
      post: {
        operationId: "createPet",
        tags: ["pets"],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
      },
    },
    "/pets/{id}": {
      get: { operationId: "getPet", tags: ["reading"], description: "One pet.", deprecated: true },
      trace: { operationId: "tracePet" },
    },
    "/search": { get: { requestBody: { required: true, content: { "application/json": {} } } } },
    "/body/{body}": {
      put: {
        parameters: [{ name: "body", in: "path", schema: { type: "string" } }],
        requestBody: { content: { "text/plain": {} } },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    schemas: { Pet: pet, Kind: { type: "string", enum: ["cat", "dog"] } },
  },
};

function found(tools: Awaited<ReturnType<typeof fromOpenApi>>["tools"], id: string) {
  return tools.find((tool) => tool.id === id);
}

describe("fromOpenApi", () => {
  it("makes one tool for each operation, and reports those it cannot make", async () => {
    const api = await fromOpenApi(PETS);
    expect(api).toMatchObject({
      title: "Pets",
      description: "A shop.",
      apiVersion: "1.2",
      version: "3.0",
      hosts: ["api.example"],
      leftOut: 0,
      auth: ["key: apiKey (header X-Key)"],
      notes: ["Operations want a credential (key: apiKey), and none was given."],
    });
    expect(api.tools.map(({ id }) => id)).toEqual([
      "listPets",
      "createPet",
      "getPet",
      "put_body_body",
    ]);
    expect(api.skipped).toEqual([
      { operation: "TRACE /pets/{id}", reason: "TRACE requests are not sent" },
      {
        operation: "GET /search",
        reason: "it wants a body in a GET request, which HTTP gives no meaning",
      },
    ]);
  });

  it("declares the host, and the method in the footprint", async () => {
    const { tools } = await fromOpenApi(PETS, { baseUrl: "http://api.example:8080/x/" });
    expect(found(tools, "createPet")).toMatchObject({
      requires: { net: { hosts: ["api.example:8080"] } },
      resources: {
        "(server)": [{ access: "net.fetch", default: "http://api.example:8080/", method: "POST" }],
      },
      mode: "external",
      kind: "fetch",
      gated: true,
      repeatable: false,
    });
    expect(found(tools, "getPet")).toMatchObject({
      mode: "read",
      repeatable: true,
      description: "Deprecated. One pet. (GET /pets/{id})",
    });
  });

  it("gives arguments names that every provider takes", async () => {
    const { tools } = await fromOpenApi(PETS);
    expect(found(tools, "listPets")?.parameters).toEqual({
      type: "object",
      properties: {
        filter_kind: { type: "string", description: "Which. Sent as filter[kind]." },
        trace: { type: "string" },
      },
      additionalProperties: false,
    });
    expect(found(tools, "put_body_body")?.parameters).toMatchObject({
      properties: { body: { type: "string" }, _request_body: { type: "string" } },
      required: ["body"],
    });
  });

  it("reads schemas for what is sent: nothing that is read-only, recursion by name", async () => {
    const { tools } = await fromOpenApi(PETS);
    const schema = found(tools, "createPet")?.parameters ?? false;
    expect(schema).toMatchObject({
      properties: { body: { $ref: "#/$defs/Pet" } },
      $defs: {
        Pet: {
          required: ["name"],
          properties: {
            kind: { enum: ["cat", "dog"] },
            parent: { $ref: "#/$defs/Pet" },
            age: { type: ["integer", "null"], exclusiveMinimum: 0 },
          },
        },
      },
    });
    expect(
      checkArguments(schema, {
        body: { name: "Tom", kind: "cat", parent: { name: "T", age: null } },
      }),
    ).toEqual([]);
    expect(checkArguments(schema, { body: { name: "Tom", parent: { name: "" } } })).toMatchObject([
      { path: ["body", "parent", "name"] },
    ]);
    expect(checkArguments(schema, { body: { name: "Tom", age: 0 } })).toHaveLength(1);
    expect(checkArguments(schema, { body: { name: "Tom" }, extra: 1 })).toHaveLength(1);
  });

  it("cuts a schema that is too large, and still takes what it described", async () => {
    const wide = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `p${index}`,
        { type: "string", description: "x".repeat(200) },
      ]),
    );
    const schemas = {
      A: { type: "object", properties: { b: { $ref: "#/components/schemas/B" } } },
      B: { type: "object", properties: wide },
    };
    const content = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };
    const spec = {
      ...PETS,
      paths: { "/x": { post: { operationId: "run", requestBody: { content } } } },
      components: { schemas },
    };
    const { tools } = await fromOpenApi(spec, { maxSchemaSize: 2_000 });
    const schema = tools[0]?.parameters ?? false;
    expect(schema).toMatchObject({
      $defs: { B: { description: "Not shown: too large. Any value is accepted." } },
    });
    expect(checkArguments(schema, { body: { b: { p1: 7 } } })).toEqual([]);
    expect(checkArguments(schema, { body: { b: {}, p: 1 } })).toEqual([]);
  });

  it.each([
    ["a text of JSON", JSON.stringify(PETS)],
    ["an object", PETS],
  ] as const)("takes %s", async (_name, source) => {
    expect((await fromOpenApi(source)).tools).toHaveLength(4);
  });

  it("takes YAML, with anchors, merged keys, dates and texts of unknown kinds", async () => {
    const text = `
swagger: "2.0"
info: {title: Y, version: 2020-01-01}
host: api.example
x-base: &base {type: string, description: Shared}
paths:
  /a/{id}:
    get:
      operationId: a
      parameters:
        - {<<: *base, name: id, in: path, required: true, description: !odd Own}
        - {name: day, in: query, type: string, enum: [1, 2]}
`;
    const api = await fromOpenApi(text);
    expect(api.apiVersion).toBe("2020-01-01");
    expect(api.tools[0]?.parameters).toMatchObject({
      properties: { id: { type: "string", description: "Own" }, day: { enum: ["1", "2"] } },
    });
  });

  it("reads files and addresses by the functions it is given, and only by those", async () => {
    const text = JSON.stringify({ ...PETS, servers: [{ url: "../v2" }] });
    const read = await fromOpenApi(
      { file: "pets.json" },
      {
        readFile: async (path) => (path === "pets.json" ? text : ""),
        baseUrl: "https://x.example",
      },
    );
    expect(read.hosts).toEqual(["x.example"]);
    const fetched = await fromOpenApi(
      { url: "https://docs.example/api/spec.json" },
      { fetchText: async () => text },
    );
    expect(fetched.hosts).toEqual(["docs.example"]);
    await expect(fromOpenApi({ file: "x" })).rejects.toThrow(
      "readFile: a file needs a function that reads it",
    );
    await expect(fromOpenApi({ url: "x" })).rejects.toThrow("fetchText: an address needs");
  });

  it.each([
    [{ ids: ["*Pet"] }, undefined, ["createPet", "getPet"]],
    [{ tags: ["reading"] }, undefined, ["listPets", "getPet"]],
    [{ paths: ["/pets"] }, { methods: ["get"] }, ["createPet"]],
    [{ paths: ["/pets/*"] }, undefined, ["getPet"]],
    [{ methods: ["GET"], tags: ["pets"] }, undefined, ["listPets"]],
  ])("filters by %j, without %j", async (only, except, ids) => {
    const api = await fromOpenApi(PETS, { only, ...(except ? { except } : {}) });
    expect(api.tools.map(({ id }) => id)).toEqual(ids);
    expect(api.leftOut).toBeGreaterThan(0);
  });

  it("refuses what is no description, and options that mean nothing", async () => {
    await expect(fromOpenApi("[1]")).rejects.toThrow("it is not an object");
    await expect(fromOpenApi("{}")).rejects.toThrow("it names no version");
    await expect(fromOpenApi({ swagger: "1.2" })).rejects.toThrow('Swagger "1.2" is not supported');
    await expect(fromOpenApi({ openapi: "4.0" })).rejects.toThrow('OpenAPI "4.0" is not supported');
    await expect(fromOpenApi("a: [")).rejects.toThrow("this is not YAML");
    await expect(fromOpenApi(PETS, { only: {} })).rejects.toThrow("only: names nothing");
    await expect(fromOpenApi(PETS, { only: { tag: ["a"] } as never })).rejects.toThrow(
      "tag is no filter",
    );
    await expect(fromOpenApi(PETS, { baseUrl: "api.example" })).rejects.toThrow("baseUrl: ");
    await expect(fromOpenApi(PETS, { name: "a b" })).rejects.toThrow("name: use letters");
    await expect(fromOpenApi(PETS, { auth: { type: "magic" } as never })).rejects.toThrow(
      "auth: type must be one of",
    );
    await expect(fromOpenApi(PETS, { authOrigins: ["api.example"] })).rejects.toThrow(
      "authOrigins: ",
    );
    await expect(fromOpenApi(PETS, { maxBytes: Number.NaN })).rejects.toThrow("maxBytes: ");
  });

  it("says the next page as arguments of the same tool", async () => {
    const parameters = [{ name: "page", in: "query", schema: { type: "string" } }];
    const spec = { ...PETS, paths: { "/pets": { get: { operationId: "run", parameters } } } };
    const { tools } = await fromOpenApi(spec);
    const link =
      '<https://api.example/v1/pets?page=1>; rel="first", </v1/pets?page=3&limit=2>; rel="next"';
    const desk = openDesk(() => ({
      headers: { "content-type": "application/json", link },
      body: "[1]",
    }));
    expect(await desk.call(tools[0])).toMatchObject({
      data: { body: [1], next: { link: "/v1/pets?page=3&limit=2", arguments: { page: "3" } } },
    });
    const away = openDesk(() => ({
      headers: { link: '<https://evil.example/?page=3>; rel="next"' },
      body: "x",
    }));
    expect(await away.call(tools[0])).toMatchObject({ data: { body: "x" } });
    expect(JSON.stringify(await away.call(tools[0]))).not.toContain('"next":');
  });

  it("comes back when the API says so, and says how long where that is too long", async () => {
    const { tools } = await fromOpenApi(PETS);
    let left = 1;
    const busy = openDesk(() =>
      left-- > 0 ? { status: 429, headers: { "retry-after": "2" } } : { body: '"ok"' },
    );
    expect(await busy.call(found(tools, "createPet"), { body: { name: "T" } })).toMatchObject({
      data: { body: "ok" },
    });
    expect(busy.waits).toEqual([2_000]);
    const date = {
      date: "Sun, 06 Nov 1994 08:49:37 GMT",
      "retry-after": "Sun, 06 Nov 1994 08:50:37 GMT",
    };
    const long = openDesk(() => ({ status: 503, headers: date, body: "later" }));
    expect(await long.call(found(tools, "listPets"))).toMatchObject({
      code: "unavailable",
      message:
        "GET /v1/pets was answered with 503. The API asks to wait 60 s before the next try. It says: later",
      detail: { status: 503, retry_after_ms: 60_000 },
    });
    const unsure = openDesk(() => ({ status: 503, headers: { "retry-after": "1" } }));
    await unsure.call(found(tools, "createPet"), { body: { name: "T" } });
    expect(unsure.asked).toHaveLength(1);
  });

  it.each([
    [400, "invalid_input"],
    [401, "failed"],
    [404, "not_found"],
    [409, "conflict"],
    [413, "too_large"],
    [500, "failed"],
    [502, "unavailable"],
  ])("an answer of %i is an error %s, with what the API says", async (status, code) => {
    const { tools } = await fromOpenApi(PETS);
    const desk = openDesk(() => ({ status, statusText: "No", body: '{"error":"wrong colour"}' }));
    expect(await desk.call(found(tools, "listPets"))).toMatchObject({
      code,
      message: expect.stringContaining(`${status} No.`),
    });
    expect(await desk.call(found(tools, "listPets"))).toMatchObject({
      message: expect.stringContaining('{"error":"wrong colour"}'),
    });
  });

  it("shows bytes within a bound, pictures as pictures, and text in its own encoding", async () => {
    const { tools } = await fromOpenApi(PETS);
    const answer = async (type: string, body: string) =>
      await openDesk(() => ({ headers: { "content-type": type }, body })).call(
        found(tools, "listPets"),
      );
    expect(await answer("application/zip", "PK")).toMatchObject({
      data: { body: { bytes: 2, content_type: "application/zip", base64: "UEs=" } },
    });
    expect(await answer("application/zip", "x".repeat(50_000))).toMatchObject({
      data: { body: { bytes: 50_000, note: expect.any(String) } },
    });
    expect(await answer("image/png", "x")).toMatchObject({
      content: [{ type: "text" }, { type: "image", data: "eA==", mime_type: "image/png" }],
    });
    expect(await answer("text/plain; charset=latin1", "é")).toMatchObject({ data: { body: "Ã©" } });
    expect(await answer("application/json", "{broken")).toMatchObject({
      data: { body: "{broken" },
    });
    expect(await answer("application/json", "")).toMatchObject({ data: { body: null } });
  });
});
