// A description so long that its texts about answers are not parsed becomes the same tools as a short one.
import { describe, expect, it } from "vitest";
import { defineOpenApi } from "./define-open-api.ts";
import { fromOpenApi } from "./from-open-api.ts";

const PADDING = " ".repeat(100_000);

/** A description with one operation, whose answer and shared example are the given ones. */
function describing(answer: unknown, more: object = {}): object {
  const responses = {
    200: { description: "OK", content: { "application/json": answer, "a/b": answer } },
  };
  return {
    openapi: "3.0.3",
    info: { title: "T", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: { "/a": { post: { operationId: "a", responses, ...more } } },
    components: { examples: { one: answer } },
  };
}

describe("a long description", () => {
  const body = (pointer: string) => ({
    requestBody: { content: { "application/json": { schema: { $ref: pointer } } } },
  });
  const own = { schema: { type: "object", properties: { size: { type: "integer" } } } };

  it.each([
    "#/paths/~1a/post/responses/200/content/application~1json/schema",
    "#/paths/%2Fa/post/respons%65s/200/content/a~1b/schema",
    "#/components/examples/one/schema",
  ])("is read whole when a schema refers to %s", async (pointer) => {
    const text = JSON.stringify(describing(own, body(pointer)));
    const long = await fromOpenApi(text + PADDING);
    const short = await fromOpenApi(text);
    expect(long.tools[0]?.parameters).toEqual(short.tools[0]?.parameters);
    expect(JSON.stringify(long.tools[0]?.parameters)).toContain('"size"');
    expect(long.notes).toEqual(short.notes);
  });

  it("becomes the same definitions as a short one, down to the type of its answers", async () => {
    const text = JSON.stringify(describing(own));
    const long = await defineOpenApi(text + PADDING);
    expect(long).toEqual(await defineOpenApi(text));
    expect(JSON.stringify(long)).toContain("application/json, */*");
  });

  it("a long description that is no JSON outside of its answers is refused", async () => {
    const text = `${JSON.stringify(describing(own)).slice(0, -1)}, "x": tru e}${PADDING}`;
    await expect(fromOpenApi(`${text}\t]`)).rejects.toThrow(/not YAML/);
  });
});
