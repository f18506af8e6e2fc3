import { join } from "node:path";
import { EVERY_TOOL } from "@toolplane/tools";
import { describe, expect, it } from "vitest";
import { describeSchema } from "../../scripts/docs/describe-schema.ts";
import { readToolExamples } from "../../scripts/docs/read-tool-examples.ts";
import { renderTools } from "../../scripts/docs/tools-page.ts";

describe("the reference page of tools", () => {
  it("names every argument, what a tool needs, its bounds and its key", () => {
    const [tool] = EVERY_TOOL.filter(({ id }) => id === "memory");
    const tools = tool ? [tool] : [];
    const examples = readToolExamples(join(import.meta.dirname, "../.."), tools);
    const page = renderTools({ tools, presets: [], examples });
    const text = page.join("\n");
    for (const line of [
      "| `action` | `read`, `write`, `list`, `delete` |  |",
      "| `content`? | string, at most 100,000 |  |",
      "- Requires: nothing.",
      "- Limits: 30 s, 200,000 bytes of output.",
      "- Approval: gated; key of its own: `write:style`, `list:*`.",
    ])
      expect(text).toContain(line);
  });

  it("goes into lists and objects", () => {
    const schema = {
      type: "object",
      properties: {
        list: {
          type: "array",
          maxItems: 3,
          items: {
            type: "object",
            properties: { word: { type: "string" }, count: { type: "integer", minimum: 2 } },
            required: ["word"],
          },
        },
        free: {},
      },
      required: ["list"],
    };
    expect(
      describeSchema(schema).map(({ name, type, required }) => [name, type, required]),
    ).toEqual([
      ["list", "list of object, at most 3", true],
      ["list[].word", "string", true],
      ["list[].count", "integer, at least 2", false],
      ["free", "anything", false],
    ]);
  });
});
