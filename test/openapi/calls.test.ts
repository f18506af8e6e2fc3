// What reaches a server, byte for byte: every place, every style, every kind of body.
import type { JsonObject } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { openApiWorld } from "./api-world.ts";

const SERVERS = [{ url: "http://api.example/v1/" }];
const info = { title: "Test", version: "1" };
const list = { type: "array", items: { type: "string" } };
const rgb = { type: "object", additionalProperties: { type: "integer" } };
const LIST = ["blue", "black"];
const RGB = { R: 100, G: 200 };

/** A description with one operation. */
function specOf(method: string, path: string, operation: object): object {
  return {
    openapi: "3.1.0",
    info,
    servers: SERVERS,
    paths: { [path]: { [method]: { operationId: "run", ...operation } } },
  };
}

async function sent(spec: object, args: JsonObject) {
  const world = await openApiWorld(spec);
  const result = await world.call("run", args);
  expect(result).toMatchObject({ type: "output", data: { status: 200 } });
  return world.sent();
}

const parameter = (place: string, more: object) => ({
  name: "color",
  in: place,
  required: true,
  ...more,
});

describe("a call on the wire", () => {
  it.each([
    ["simple", false, "string", "blue", "blue"],
    ["simple", false, "list", LIST, "blue,black"],
    ["simple", false, "rgb", RGB, "R,100,G,200"],
    ["simple", true, "rgb", RGB, "R=100,G=200"],
    ["label", false, "string", "blue", ".blue"],
    ["label", false, "list", LIST, ".blue,black"],
    ["label", true, "list", LIST, ".blue.black"],
    ["label", false, "rgb", RGB, ".R,100,G,200"],
    ["label", true, "rgb", RGB, ".R=100.G=200"],
    ["matrix", false, "string", "blue", ";color=blue"],
    ["matrix", false, "list", LIST, ";color=blue,black"],
    ["matrix", true, "list", LIST, ";color=blue;color=black"],
    ["matrix", false, "rgb", RGB, ";color=R,100,G,200"],
    ["matrix", true, "rgb", RGB, ";R=100;G=200"],
  ] as const)("path, %s, explode %s, %s", async (style, explode, type, value, wanted) => {
    const schema = { string: { type: "string" }, list, rgb }[type];
    const spec = specOf("get", "/c/{color}/x", {
      parameters: [parameter("path", { style, explode, schema })],
    });
    expect((await sent(spec, { color: value as never })).url).toBe(`/v1/c/${wanted}/x`);
  });

  it.each([
    ["form", true, "string", "a b&c=d/e", "color=a%20b%26c%3Dd%2Fe"],
    ["form", true, "string", "", "color="],
    ["form", true, "list", LIST, "color=blue&color=black"],
    ["form", false, "list", LIST, "color=blue,black"],
    ["form", true, "rgb", RGB, "R=100&G=200"],
    ["form", false, "rgb", RGB, "color=R,100,G,200"],
    ["spaceDelimited", false, "list", LIST, "color=blue%20black"],
    ["spaceDelimited", false, "rgb", RGB, "color=R%20100%20G%20200"],
    ["pipeDelimited", false, "list", LIST, "color=blue%7Cblack"],
    ["pipeDelimited", false, "rgb", RGB, "color=R%7C100%7CG%7C200"],
    ["deepObject", true, "rgb", RGB, "color%5BR%5D=100&color%5BG%5D=200"],
  ] as const)("query, %s, explode %s, %s %j", async (style, explode, type, value, wanted) => {
    const schema = { string: { type: "string" }, list, rgb }[type];
    const spec = specOf("get", "/c", {
      parameters: [parameter("query", { style, explode, schema })],
    });
    expect((await sent(spec, { color: value as never })).url).toBe(`/v1/c?${wanted}`);
  });

  it("nested members of a deepObject, and its lists", async () => {
    const spec = specOf("get", "/c", {
      parameters: [parameter("query", { style: "deepObject", explode: true, schema: {} })],
    });
    const { url } = await sent(spec, {
      color: { a: { b: 1 }, tags: ["x", "y"], items: [{ id: 1 }] },
    });
    expect(decodeURIComponent(url)).toBe(
      "/v1/c?color[a][b]=1&color[tags][]=x&color[tags][]=y&color[items][0][id]=1",
    );
  });

  it("reserved characters stay where they may, but none that would begin another parameter", async () => {
    const spec = specOf("get", "/c", {
      parameters: [parameter("query", { allowReserved: true, schema: { type: "string" } })],
    });
    expect((await sent(spec, { color: "a/b?c:d@e,f;g&admin=1#h +i" })).url).toBe(
      "/v1/c?color=a/b?c:d@e,f;g%26admin=1%23h%20%2Bi",
    );
  });

  it("a parameter with content is a document of its own", async () => {
    const content = { "application/json": { schema: { type: "object" } } };
    const spec = specOf("get", "/c", { parameters: [parameter("query", { content })] });
    expect((await sent(spec, { color: { a: [1, "ü"] } })).url).toBe(
      `/v1/c?color=${encodeURIComponent('{"a":[1,"ü"]}')}`,
    );
  });

  it("headers and cookies", async () => {
    const spec = specOf("get", "/c", {
      parameters: [
        { name: "X-List", in: "header", schema: list },
        { name: "X-Object", in: "header", explode: true, schema: rgb },
        { name: "session id", in: "cookie", schema: { type: "string" } },
        { name: "c", in: "cookie", explode: false, schema: list },
      ],
    });
    const { headers } = await sent(spec, {
      "X-List": LIST,
      "X-Object": RGB,
      session_id: "a;b c",
      c: LIST,
    });
    expect(headers).toMatchObject({
      "x-list": "blue,black",
      "x-object": "R=100,G=200",
      cookie: "session%20id=a%3Bb%20c; c=blue,black",
    });
  });

  it("a JSON body in the type that the operation takes", async () => {
    const content = { "application/merge-patch+json": { schema: { type: "object" } } };
    const { method, body, headers } = await sent(
      specOf("patch", "/c", { requestBody: { content } }),
      { body: { a: [1, null, "ü"] } },
    );
    expect([method, headers["content-type"], Buffer.from(body, "latin1").toString()]).toEqual([
      "PATCH",
      "application/merge-patch+json",
      '{"a":[1,null,"ü"]}',
    ]);
  });

  it("a form, with the encoding that the description gives its members", async () => {
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, tags: list, deep: rgb, whole: rgb },
    };
    const encoding = {
      deep: { style: "deepObject", explode: true },
      tags: { style: "form", explode: false },
    };
    const content = { "application/x-www-form-urlencoded": { schema, encoding } };
    const { body, headers } = await sent(specOf("post", "/c", { requestBody: { content } }), {
      body: { name: "a b&c", tags: LIST, deep: RGB, whole: RGB },
    });
    expect(headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(body).toBe(
      "name=a+b%26c&tags=blue,black&deep%5BR%5D=100&deep%5BG%5D=200&whole=%7B%22R%22%3A100%2C%22G%22%3A200%7D",
    );
  });

  it("a multipart body with files as text and as base64", async () => {
    const file = { type: "string", format: "binary" };
    const schema = {
      type: "object",
      properties: {
        note: { type: "string" },
        meta: { type: "object" },
        one: file,
        more: { type: "array", items: file },
      },
    };
    const spec = specOf("post", "/c", {
      requestBody: { content: { "multipart/form-data": { schema } } },
    });
    const { body, headers } = await sent(spec, {
      body: {
        note: "hello",
        meta: { text: "no file" },
        one: { text: "a,b\n", filename: 'x".csv', content_type: "text/csv" },
        more: [{ base64: Buffer.from([0, 255]).toString("base64") }],
      },
    });
    const boundary = /boundary=(\S+)$/.exec(headers["content-type"] ?? "")?.[1];
    expect(body.split(`--${boundary}`)).toEqual([
      "",
      '\r\ncontent-disposition: form-data; name="note"\r\n\r\nhello\r\n',
      '\r\ncontent-disposition: form-data; name="meta"\r\ncontent-type: application/json\r\n\r\n{"text":"no file"}\r\n',
      '\r\ncontent-disposition: form-data; name="one"; filename="x%22.csv"\r\ncontent-type: text/csv\r\n\r\na,b\n\r\n',
      '\r\ncontent-disposition: form-data; name="more"; filename="more"\r\ncontent-type: application/octet-stream\r\n\r\n\0\xff\r\n',
      "--\r\n",
    ]);
  });

  it("bytes and text as they are", async () => {
    const bytes = specOf("put", "/c", { requestBody: { content: { "image/png": {} } } });
    expect(await sent(bytes, { body: { base64: "AAH/" } })).toMatchObject({
      body: "\0\x01\xff",
      headers: { "content-type": "image/png" },
    });
    const text = specOf("put", "/c", {
      requestBody: { content: { "application/xml": { schema: { type: "object" } } } },
    });
    expect(await sent(text, { body: "<a/>" })).toMatchObject({
      body: "<a/>",
      headers: { "content-type": "application/xml" },
    });
  });

  it("2.0: collection formats, form fields and a body", async () => {
    const swagger = (operation: object) => ({
      swagger: "2.0",
      info,
      host: "api.example",
      basePath: "/v2",
      schemes: ["http"],
      paths: { "/c/{id}": { post: { operationId: "run", ...operation } } },
    });
    const items = { type: "string" };
    const listed = (name: string, collectionFormat: string) => ({
      name,
      in: "query",
      type: "array",
      items,
      collectionFormat,
    });
    const query = await sent(
      swagger({
        parameters: [
          { name: "id", in: "path", required: true, type: "integer" },
          listed("a", "csv"),
          listed("b", "ssv"),
          listed("c", "tsv"),
          listed("d", "pipes"),
          listed("e", "multi"),
        ],
      }),
      { id: 7, a: LIST, b: LIST, c: LIST, d: LIST, e: LIST },
    );
    expect(query.url).toBe(
      "/v2/c/7?a=blue,black&b=blue%20black&c=blue%09black&d=blue%7Cblack&e=blue&e=black",
    );
    const fields = [
      { name: "n", in: "formData", type: "string", required: true },
      { ...listed("l", "multi"), in: "formData" },
    ];
    expect(
      (await sent(swagger({ parameters: fields }), { id: "x", body: { n: "1", l: LIST } })).body,
    ).toBe("n=1&l=blue&l=black");
    const upload = [{ name: "f", in: "formData", type: "file" }];
    const { headers, body } = await sent(swagger({ parameters: upload }), {
      id: "x",
      body: { f: { text: "hi" } },
    });
    expect(headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toContain("\r\n\r\nhi\r\n");
    const whole = [{ name: "pet", in: "body", required: true, schema: { type: "object" } }];
    expect((await sent(swagger({ parameters: whole }), { id: "x", body: { a: 1 } })).body).toBe(
      '{"a":1}',
    );
  });

  it("goes to the server that the operation names, with its variables filled in", async () => {
    const spec = {
      openapi: "3.0.3",
      info,
      servers: [
        {
          url: "http://{where}.example/{base}",
          variables: {
            where: { default: "api", enum: ["api", "other"] },
            base: { default: "v9" },
          },
        },
      ],
      paths: {
        "/a": { get: { operationId: "a" } },
        "/b": { servers: [{ url: "http://other.example" }], get: { operationId: "b" } },
      },
    };
    const world = await openApiWorld(spec, { serverVariables: { base: "v3" } });
    await world.call("a", {});
    await world.call("b", {});
    expect(world.requests.map(({ url, headers }) => `${headers.host}${url}`)).toEqual([
      "api.example/v3/a",
      "other.example/b",
    ]);
    expect(world.api.hosts).toEqual(["api.example", "other.example"]);
  });
});
