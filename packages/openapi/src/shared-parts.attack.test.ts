// One large part that very many operations name: it is looked through once, or refused, but not once for each of them.
import { expect, it } from "vitest";
import { fromOpenApi } from "./from-open-api.ts";

const OPERATIONS = 300;
const LARGE = 3_000;

/** Counts every look at a member of it, and every name that is listed. */
function counted<Part extends object>(part: Part): { readonly part: Part; looks: number } {
  const count = { part, looks: 0 };
  count.part = new Proxy(part, {
    get(target, name, receiver) {
      count.looks += 1;
      return Reflect.get(target, name, receiver);
    },
    ownKeys(target) {
      const names = Reflect.ownKeys(target);
      count.looks += names.length;
      return names;
    },
  });
  return count;
}

function members(value: unknown): Record<string, unknown> {
  const names = Array.from({ length: LARGE }, (_, index) => `text/x${index}`);
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Reads as many operations as there are, all with this in them. */
async function readAll(operation: object, components: object = {}) {
  const paths = Object.fromEntries(
    Array.from({ length: OPERATIONS }, (_, index) => [`/r${index}`, { post: operation }]),
  );
  return fromOpenApi({
    openapi: "3.1.0",
    info: { title: "Shared", version: "1" },
    paths,
    components,
    servers: [{ url: "https://api.example" }],
  });
}

it.each([
  [
    "the types of a body",
    members({}),
    (content: object) => [
      { requestBody: { $ref: "#/components/requestBodies/B" } },
      { requestBodies: { B: { content } } },
    ],
  ],
  [
    "the members of a body",
    members({ type: "string" }),
    (properties: object) => [
      { requestBody: { $ref: "#/components/requestBodies/B" } },
      { requestBodies: { B: { content: { "application/json": { schema: { properties } } } } } },
    ],
  ],
  [
    "the types of an answer",
    members({}),
    (content: object) => [
      { responses: { 200: { $ref: "#/components/responses/R" } } },
      { responses: { R: { content } } },
    ],
  ],
  ["ways in", Array(LARGE).fill({ key: [] }), (security: object) => [{ security }]],
  ["ways in at once", members([]), (alternative: object) => [{ security: [alternative] }]],
  [
    "servers",
    [...Array(LARGE).fill({ url: "ftp://api.example" }), { url: "https://b.example" }],
    (servers: object) => [{ servers }],
  ],
])("%s", async (_, large, use) => {
  const count = counted(large as object);
  const [operation = {}, components] = use(count.part);
  await readAll(operation, components);
  expect(count.looks).toBeGreaterThan(0);
  expect(count.looks).toBeLessThan(LARGE * 12);
});

it("tags, of which each operation is read for its first ones", async () => {
  const count = counted(Array(LARGE * 10).fill("tag"));
  await readAll({ tags: count.part });
  expect(count.looks).toBeLessThan(OPERATIONS * 5_000);
});

it("a list of too many parameters is not looked through", async () => {
  const count = counted(Array(LARGE).fill({ name: "p", in: "query" }));
  const { skipped } = await readAll({ parameters: count.part });
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(["it has more than 1000 parameters"]),
  );
  expect(count.looks).toBeLessThan(OPERATIONS * 5);
});

it("parameters are counted for the whole description", async () => {
  const parameters = Array.from({ length: 1_000 }, (_, at) => ({ name: `p${at}`, in: "query" }));
  const { tools, skipped } = await readAll({ parameters });
  expect(tools).toHaveLength(300);
  expect(skipped).toEqual([]);
  const more = await fromOpenApi({
    openapi: "3.1.0",
    info: { title: "Shared", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: Object.fromEntries(
      Array.from({ length: 302 }, (_, at) => [`/r${at}`, { parameters, get: {} }]),
    ),
  });
  expect(more.tools).toHaveLength(300);
  expect(more.skipped.map(({ reason }) => reason)).toEqual(
    Array(2).fill(
      "the operations before it have more parameters than a description may have in all",
    ),
  );
});

it("a path of thousands of values is none", async () => {
  const path = Array.from({ length: LARGE }, (_, index) => `/{v${index}}`).join("");
  const { tools, skipped } = await fromOpenApi({
    openapi: "3.1.0",
    info: { title: "Shared", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: { [path]: { get: {} } },
  });
  expect(tools).toEqual([]);
  expect(skipped[0]?.reason).toBe("its path has more than 1000 parameters");
});

it("parts of a form that name one another over and over", async () => {
  const level = (depth: number) => ({
    allOf: Array(30).fill({ $ref: `#/components/schemas/S${depth + 1}` }),
  });
  const last = counted({ type: "object", properties: { file: { type: "string" } } });
  const schemas = Object.fromEntries(
    Array.from({ length: 4 }, (_, depth) => [`S${depth}`, level(depth)]),
  );
  const { tools } = await fromOpenApi({
    openapi: "3.1.0",
    info: { title: "Shared", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: {
      "/x": {
        post: {
          requestBody: {
            content: { "multipart/form-data": { schema: { $ref: "#/components/schemas/S0" } } },
          },
        },
      },
    },
    components: { schemas: { ...schemas, S4: last.part } },
  });
  expect(JSON.stringify(tools[0]?.parameters)).toContain('"file"');
  expect(last.looks).toBeLessThan(500);
});
