// A tool's parameters are made at the first look. The order of looks must not change what a caller sees, nor what was
// reported at the start.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineOpenApi } from "./define-open-api.ts";
import { fromOpenApi } from "./from-open-api.ts";

/** Definitions of one name in several places, a chain of them that is deeper than is read at once, and one that is not there. */
const schemas = {
  Pet: {
    type: "object",
    properties: { Pet: { $ref: "#/components/schemas/Owner" }, next: link(0) },
  },
  Owner: {
    type: "object",
    properties: {
      Pet: { type: "object", properties: { own: { $ref: "#/components/schemas/Pet" } } },
    },
  },
  ...Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [
      `Link${at}`,
      at === 19 ? { type: "string" } : { type: "object", properties: { next: link(at + 1) } },
    ]),
  ),
};
const pointers = [
  "#/components/schemas/Owner/properties/Pet",
  "#/components/schemas/Pet",
  "#/components/schemas/Link15",
  "#/components/schemas/Link0",
  "#/components/schemas/Gone",
  "#/components/schemas/Pet/properties/Pet",
];

function link(at: number): object {
  return { $ref: `#/components/schemas/Link${at}` };
}

function describing(chosen: readonly number[]): Record<string, unknown> {
  const operation = (at: number, index: number) => ({
    operationId: `op${index}`,
    requestBody: { content: { "application/json": { schema: { $ref: pointers[at] } } } },
  });
  return {
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: Object.fromEntries(
      chosen.map((at, index) => [`/${index}`, { post: operation(at, index) }]),
    ),
    components: { schemas },
  };
}

describe("parameters made on demand", () => {
  it("parameters are the same whichever tool is looked at first, and the same as of all at once", async () => {
    const chosen = fc.array(fc.nat(pointers.length - 1), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(chosen, fc.infiniteStream(fc.nat()), async (operations, picks) => {
        const text = JSON.stringify(describing(operations));
        const { definitions, notes } = await defineOpenApi(text);
        const api = await fromOpenApi(text);
        const waiting = api.tools.map((tool, index) => ({ tool, index }));
        while (waiting.length > 0) {
          const at = (picks.next().value ?? 0) % waiting.length;
          const [{ tool, index } = { tool: null, index: 0 }] = waiting.splice(at, 1);
          expect(tool?.parameters).toEqual(definitions[index]?.parameters);
        }
        expect(api.notes).toEqual(notes);
      }),
    );
  });

  it("all notes are there, also before a tool was looked at", async () => {
    const { notes } = await fromOpenApi(JSON.stringify(describing([1, 4])));
    expect(notes).toEqual([expect.stringContaining("schemas/Gone")]);
  });

  it("operations that cannot be called are reported at the start", async () => {
    const { paths, ...rest } = describing([0]);
    const content = { "application/json": { schema: { $ref: pointers[1] } } };
    const more = {
      "/a": { post: { requestBody: { $ref: "#/components/requestBodies/gone" } } },
      "/b": { get: { requestBody: { required: true, content } } },
      "/c": { get: { requestBody: { required: true, content: {} } } },
    };
    const all = { ...rest, paths: { ...(paths as object), ...more } };
    const { skipped, tools } = await fromOpenApi(JSON.stringify(all));
    expect(skipped).toEqual([
      {
        operation: "POST /a",
        reason: 'of its body it refers to "#/components/requestBodies/gone", which is not there',
      },
      {
        operation: "GET /b",
        reason: "it wants a body in a GET request, which HTTP gives no meaning",
      },
    ]);
    expect(tools.map(({ id }) => id)).toEqual(["op0", "get_c"]);
  });

  it("parameters do not follow an object that the caller changes later", async () => {
    const given = describing([2]);
    const { tools } = await fromOpenApi(given);
    const { definitions } = await defineOpenApi(JSON.stringify(given));
    (given.components as { schemas: Record<string, unknown> }).schemas.Link15 = { type: "null" };
    expect(tools[0]?.parameters).toEqual(definitions[0]?.parameters);
  });
});
