import { defineTool, type Tool } from "@toolplane/contract";
import { modelTool, toAnthropic, toModelText, toOpenAI } from "@toolplane/kernel/projection";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allowAll, openWorld } from "../road/fixture.ts";

/** Written with a schema library: optional, preset, nullable, a choice of forms, limits that strict mode cannot say. */
const plan: Tool = defineTool({
  id: "plan.make",
  description: "Makes a plan.",
  parameters: z.object({
    title: z.string().min(2),
    days: z.number().int().min(1).optional(),
    owner: z.string().nullable(),
    color: z.enum(["red", "blue"]).default("red"),
    steps: z
      .array(
        z.discriminatedUnion("kind", [
          z.object({ kind: z.literal("walk"), km: z.number().optional() }),
          z.object({ kind: z.literal("rest"), hours: z.number() }),
        ]),
      )
      .max(3),
  }),
  requires: {},
  execute: (args) => args,
});

/** Written by hand, with a choice at the root. */
const find: Tool = defineTool({
  id: "find",
  description: "Finds by name or by number.",
  parameters: {
    type: "object",
    properties: { $name: { type: "string" }, number: { type: "integer" } },
    anyOf: [{ required: ["$name"] }, { required: ["number"] }],
    additionalProperties: false,
  },
  requires: {},
  execute: (args) => args as object,
});

const world = openWorld({ rules: [allowAll], kernel: { tools: [plan, find] } });
const list = [plan, find].map((tool) => modelTool(tool));
const strict = toOpenAI(list, { strict: true });

let made = 0;
async function answer(name: string, args: object): Promise<string> {
  made += 1;
  const call = strict.toCall({
    id: `s${made}`,
    name: strict.names.shown(name),
    arguments: JSON.stringify(args),
  });
  return toModelText(await world.session.call(call), { nonce: "n" });
}

describe("a strict list and the road", () => {
  it("says the schema of a library so that its own validator takes what comes back", async () => {
    expect(strict).toMatchObject({ quarantined: [], relaxed: [] });
    const said = {
      title: "Trip",
      days: null,
      owner: null,
      color: null,
      steps: [
        { kind: "walk", km: null },
        { kind: "rest", hours: 2 },
      ],
    };
    expect(JSON.parse(await answer("plan.make", said))).toEqual({
      title: "Trip",
      owner: null,
      color: "red",
      steps: [{ kind: "walk" }, { kind: "rest", hours: 2 }],
    });
  });

  it("leaves to the road what strict mode could not say", async () => {
    const [, second] = strict.tools;
    expect(second?.function.parameters.description).toBe("Forms: {$name} | {number}.");
    expect(await answer("find", { $name: null, number: 3 })).toBe('{"number":3}');
    expect(await answer("find", { $name: null, number: null })).toMatch(
      /^Error: Invalid arguments: /,
    );
    const short = { title: "T", days: null, owner: "me", color: "blue", steps: [] };
    expect(await answer("plan.make", short)).toMatch(/^Error: Invalid arguments: title/);
  });

  it("leaves an unknown name and broken arguments to the road too", async () => {
    expect(await answer("gone", {})).toBe("Error: Tool not found: gone");
    const broken = strict.toCall({
      id: "b",
      name: strict.names.shown("plan.make"),
      arguments: '{"title":',
    });
    expect(toModelText(await world.session.call(broken), { nonce: "n" })).toMatch(
      /^Error: Invalid arguments: /,
    );
  });
});

describe("a portable list and the road", () => {
  it("spells names back before the road sees them", async () => {
    const { tools, toCall } = toAnthropic(list);
    expect(tools[1]?.input_schema.properties).toEqual({
      _name: { type: "string" },
      number: { type: "integer" },
    });
    const call = toCall({ id: "p1", name: "find", arguments: { _name: "x" } });
    expect(await world.session.call(call)).toMatchObject({ data: { $name: "x" } });
  });
});
