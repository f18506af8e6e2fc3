import { EVERY_TOOL } from "@toolplane/tools";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { describeSchema } from "../../scripts/docs/describe-schema.ts";
import { TOOL_EXAMPLES } from "../../scripts/docs/tool-examples.ts";
import { renderTools } from "../../scripts/docs/tools-page.ts";

describe("the reference page of tools", () => {
  it.each(EVERY_TOOL.map((tool) => [tool.id, tool] as const))(
    "shows calls of %s that its schema takes",
    (id, tool) => {
      const validate = new Ajv2020({ strict: false }).compile(tool.parameters);
      expect(TOOL_EXAMPLES[id]?.length ?? 0).toBeGreaterThan(0);
      for (const args of TOOL_EXAMPLES[id] ?? [])
        expect([validate(args), validate.errors]).toEqual([true, null]);
    },
  );

  it("shows examples of no tool that is not there", () => {
    const ids = EVERY_TOOL.map(({ id }) => id);
    expect(Object.keys(TOOL_EXAMPLES).filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("names every argument, what a tool needs, its bounds and its key", () => {
    const [tool] = EVERY_TOOL.filter(({ id }) => id === "memory");
    const page = renderTools({ tools: tool ? [tool] : [], presets: [], examples: TOOL_EXAMPLES });
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
