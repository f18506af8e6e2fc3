import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createOpenApiToolAdapter, toAgentResult } from "@toolplane/compat";
import type { Tool } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { fromOpenApi } from "@toolplane/openapi";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

const SPEC = {
  openapi: "3.0.0",
  info: { title: "Pets", version: "1" },
  servers: [{ url: "https://api.example/v1" }],
  paths: {
    "/pets": {
      get: { operationId: "listPets", summary: "Pets", tags: ["a"] },
      post: { summary: "without an id" },
    },
    "/pets/{id}": {
      get: {
        operationId: "getPet",
        tags: ["b"],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      },
    },
  },
};
const TEXT = JSON.stringify(SPEC);
const opened: string[] = [];
const open = async (place: string) => {
  opened.push(place);
  return TEXT;
};
const adapter = createOpenApiToolAdapter({
  fromOpenApi,
  readFile: open,
  fetchText: open,
});
const ids = (tools: readonly Tool[]) => tools.map(({ id }) => id);

describe("S4's OpenApiToolAdapter", () => {
  it("has four factories, and skips operations without an operationId [R283]", async () => {
    const wanted = ["listPets", "getPet"];
    expect(ids(await adapter.fromStr(TEXT))).toEqual(wanted);
    expect(ids(await adapter.fromSpec(SPEC))).toEqual(wanted);
    expect(ids(await adapter.fromFile("pets.json"))).toEqual(wanted);
    expect(ids(await adapter.fromUrl("https://docs.example/pets.json"))).toEqual(wanted);
    expect(opened).toEqual(["pets.json", "https://docs.example/pets.json"]);
  });

  it("prefixes and filters as S4 does", async () => {
    expect(ids(await adapter.fromSpec(SPEC, { prefix: "pets" }))).toEqual([
      "pets__listPets",
      "pets__getPet",
    ]);
    expect(ids(await adapter.fromSpec(SPEC, { filter: { byOperationId: ["getPet"] } }))).toEqual([
      "getPet",
    ]);
    expect(ids(await adapter.fromSpec(SPEC, { filter: { byTag: ["a"] } }))).toEqual(["listPets"]);
    expect(ids(await adapter.fromSpec(SPEC, { filter: { byPathPrefix: "/pets/" } }))).toEqual([
      "getPet",
    ]);
  });

  it("refuses a description with a broken reference", async () => {
    const broken = {
      ...SPEC,
      paths: { "/x": { get: { operationId: "x", parameters: [{ $ref: "#/nowhere" }] } } },
    };
    await expect(adapter.fromSpec(broken)).rejects.toThrow("which is not there");
  });

  it("tells any status as a text, with its headers and no secret in it", async () => {
    const seen: unknown[] = [];
    const server = createServer((request, response) => {
      seen.push([
        request.method,
        request.url,
        request.headers.authorization,
        request.headers["x-team"],
      ]);
      response.writeHead(418).end(`tea for ${request.headers.authorization} ${"x".repeat(70_000)}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const baseUrl = `http://127.0.0.1:${port}/v9/`;
    const tools = await adapter.fromSpec(SPEC, {
      baseUrl,
      auth: { bearer: "sesame-1234" },
      customHeaders: { "X-Team": "blue" },
    });
    const toolplane = await createToolplane({
      tools,
      record: false,
      sandbox: "none",
      onWarning: () => {},
    });
    onTestFinished(async () => {
      await toolplane.close();
      server.closeAllConnections();
      server.close();
    });
    const session = toolplane.session({
      rules: [{ permission: "net.fetch", pattern: `127.0.0.1:${port}`, action: "allow" }],
    });
    const result = await session.call({ id: "1", name: "getPet", arguments: { id: "a/b" } });
    expect(seen).toEqual([["GET", "/v9/pets/a%2Fb", "Bearer sesame-1234", "blue"]]);
    const { content, details } = toAgentResult(result);
    expect(JSON.stringify(content)).toContain(
      `GET ${baseUrl}pets/a%2Fb → 418\\ntea for Bearer [secret] xxx`,
    );
    expect(JSON.stringify(content).length).toBeLessThan(66_000);
    expect(details).toEqual({ status: 418 });
    const wrong = toAgentResult(
      await session.call({ id: "2", name: "getPet", arguments: { id: ".." } }),
    );
    expect(wrong).toMatchObject({
      content: [{ text: expect.stringContaining("must not be empty") }],
      details: { error: "invalid_input" },
    });
  });

  it("leaves a refusal of the road a refusal", async () => {
    const kernel = createKernel({ host: createMemoryHost(), tools: await adapter.fromSpec(SPEC) });
    const session = kernel.session({
      rules: [{ permission: "net.fetch", pattern: "*", action: "deny" }],
    });
    expect(await session.call({ id: "1", name: "listPets", arguments: {} })).toMatchObject({
      type: "error",
      code: "permission_denied",
    });
    await kernel.close();
  });
});
