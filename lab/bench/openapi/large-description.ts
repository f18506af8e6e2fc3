/** A description with ten thousand operations, in the proportions of real ones: most of its text is about answers. */
export const OPERATIONS = 10_000;
const COMPONENTS = 400;

export function largeDescription(): string {
  const schemas = Object.fromEntries(
    Array.from({ length: COMPONENTS }, (_, index) => [`Thing${index}`, component(index)]),
  );
  const parameters = {
    owner: {
      name: "owner",
      in: "path",
      required: true,
      description: "The account that owns it. The name is not case sensitive.",
      schema: { type: "string" },
    },
    page: {
      name: "page",
      in: "query",
      description: "The page of the results to fetch.",
      schema: { type: "integer", default: 1 },
    },
  };
  const paths = Object.fromEntries(
    Array.from({ length: OPERATIONS / 2 }, (_, index) => [
      `/accounts/{owner}/things${index}/{id}`,
      item(index),
    ]),
  );
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Large", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths,
    components: { schemas, parameters },
  });
}

function component(index: number): object {
  const properties = Object.fromEntries(
    Array.from({ length: 15 }, (_, at) => [
      `field_${at}`,
      at === 14
        ? { $ref: `#/components/schemas/Thing${(index * 7 + 1) % COMPONENTS}` }
        : {
            type: at % 3 === 0 ? "integer" : "string",
            description: `What field ${at} of thing ${index} means.`,
          },
    ]),
  );
  return { type: "object", required: ["field_0"], properties };
}

function item(index: number): object {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const shared = [{ $ref: "#/components/parameters/owner" }, id];
  const example = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `field_${at}`,
      { url: `https://api.example/things/${index}/${at}`, count: at },
    ]),
  );
  const content = {
    "application/json": {
      schema: { $ref: `#/components/schemas/Thing${index % COMPONENTS}` },
      examples: { usual: { value: example } },
    },
  };
  const responses = { 200: { description: "OK", content }, 404: { description: "Not found" } };
  const said = `Works on one thing of an account.\n\nOnly people who may see thing ${index} can use this, and **all** of its members are told.`;
  return {
    get: {
      operationId: `things/get-${index}`,
      summary: `Get thing ${index}`,
      description: said,
      tags: ["things"],
      parameters: [...shared, { $ref: "#/components/parameters/page" }],
      responses,
    },
    patch: {
      operationId: `things/update-${index}`,
      summary: `Update thing ${index}`,
      description: said,
      tags: ["things"],
      parameters: shared,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: {
                name: { type: "string" },
                kind: { type: "string", enum: ["a", "b"] },
                part: { type: "integer" },
              },
            },
          },
        },
      },
      responses,
    },
  };
}
