// Tools of a description on the road: rules, questions, the record and the door see them as they see every tool.
import { describe, expect, it } from "vitest";
import { openApiWorld } from "./api-world.ts";

const SECRET = "s3cret-0123456789";
const spec = {
  openapi: "3.0.3",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "http://api.example:8080/v1" }],
  paths: {
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "fields", in: "query", schema: { type: "array", items: { type: "string" } } },
          { name: "X-Trace", in: "header", schema: { type: "string" } },
        ],
      },
      delete: { operationId: "deletePet" },
    },
  },
};

describe("an operation on the road", () => {
  it("performs the request of its operation, and marks the answer as text from outside [R280] [R281]", async () => {
    const world = await openApiWorld(spec, {
      serve: (_request, response) =>
        response.setHeader("content-type", "application/json").end('{"name":"Tom"}'),
    });
    expect(world.api.tools.map(({ id }) => id)).toEqual(["getPet", "deletePet"]);
    expect(await world.call("getPet", { id: 7 })).toMatchObject({
      type: "output",
      data: { status: 200, body: { name: "Tom" } },
      metadata: { untrusted: { source: "http://api.example:8080/v1/pets/7" } },
    });
    expect(world.sent()).toMatchObject({ method: "GET", url: "/v1/pets/7" });
    expect(await world.call("getPet", { id: "seven" })).toMatchObject({ code: "invalid_input" });
    await world.call("getPet", { id: 8, fields: ["name", "a&b"], "X-Trace": "t1" });
    expect(world.requests.at(-1)).toMatchObject({
      url: "/v1/pets/8?fields=name&fields=a%26b",
      headers: { "x-trace": "t1" },
    });
    expect(world.requests).toHaveLength(2);
  });

  it("is asked about by host, port and method, and refused where nobody can be asked", async () => {
    const world = await openApiWorld(spec, { rules: [] });
    const explained = await world.toolplane.explain({
      id: "x",
      name: "deletePet",
      arguments: { id: "7" },
    });
    expect(explained.footprint).toMatchObject({
      resources: [
        {
          capability: "net.fetch",
          scheme: "http",
          host: "api.example",
          port: 8080,
          method: "DELETE",
          origin: "direct",
        },
      ],
    });
    expect(await world.call("deletePet", { id: "7" })).toMatchObject({ code: "permission_denied" });
    expect(world.requests).toEqual([]);
  });

  it("is bound by a rule about its host, whatever allows its name", async () => {
    const rules = [
      { permission: "getPet", pattern: "*", action: "allow" },
      { permission: "net.fetch", pattern: "api.example:8080", action: "deny" },
    ] as const;
    const world = await openApiWorld(spec, { rules });
    expect(await world.call("getPet", { id: 7 })).toMatchObject({ code: "permission_denied" });
    expect(world.requests).toEqual([]);
  });

  it("does not follow a redirect to another host, nor carry anything there", async () => {
    const world = await openApiWorld(spec, {
      auth: { type: "bearer", token: SECRET },
      serve: (request, response) =>
        request.headers.host === "api.example:8080"
          ? response.writeHead(307, { location: "http://other.example/steal" }).end()
          : response.end("taken"),
    });
    const result = await world.call("getPet", { id: 7 });
    expect(result).toMatchObject({ type: "error", code: "capability_denied" });
    expect(world.sent().headers).toMatchObject({
      host: "api.example:8080",
      authorization: `Bearer ${SECRET}`,
    });
    expect(JSON.stringify(result)).not.toContain(SECRET);
  });

  it("keeps credentials from another origin of the same host", async () => {
    const world = await openApiWorld(
      { ...spec, servers: [{ url: "http://api.example/v1" }] },
      {
        auth: { type: "apiKey", value: SECRET, in: "header", name: "X-Key" },
        serve: (request, response) =>
          request.headers.host === "api.example" && request.url === "/v1/pets/7"
            ? response.writeHead(302, { location: "http://api.example:81/v1/pets/7" }).end()
            : response.end("moved"),
      },
    );
    expect(await world.call("getPet", { id: 7 })).toMatchObject({ type: "error" });
    expect(world.requests.slice(1).some(({ headers }) => "x-key" in headers)).toBe(false);
  });

  it("leaves no secret in the record or in any event", async () => {
    const world = await openApiWorld(spec, {
      auth: { type: "apiKey", value: SECRET, in: "query", name: "api_key" },
      serve: (request, response) =>
        response.writeHead(request.method === "GET" ? 200 : 500).end(`you sent ${request.url}`),
    });
    const events: unknown[] = [];
    world.toolplane.on((event) => events.push(event));
    const results = [
      await world.call("getPet", { id: 7 }),
      await world.call("deletePet", { id: "7" }),
    ];
    expect(world.requests.map(({ url }) => url)).toEqual([
      `/v1/pets/7?api_key=${SECRET}`,
      `/v1/pets/7?api_key=${SECRET}`,
    ]);
    expect(results).toMatchObject([
      { data: { body: "you sent /v1/pets/7?api_key=[secret]" } },
      { code: "failed" },
    ]);
    expect(JSON.stringify([results, events])).not.toContain(SECRET);
    expect(events.length).toBeGreaterThan(2);
  });
});
