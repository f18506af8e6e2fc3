import type { JsonSchema } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { describeShapeFault } from "./describe-shape-fault.ts";
import { LOCKED_IDS, LOCKED_SHAPES, type Shape } from "./locked-shapes.ts";

/** The plainest schema of a shape. */
function schemaOf(shape: Shape): Exclude<JsonSchema, boolean> {
  if (shape === "any") return {};
  if (typeof shape === "string") return { type: shape };
  if (Array.isArray(shape)) return { type: "array", items: schemaOf(shape[0] as Shape) };
  const members = Object.entries(shape as Readonly<Record<string, Shape>>);
  return {
    type: "object",
    properties: Object.fromEntries(
      members.map(([name, inner]) => [name.replace("?", ""), schemaOf(inner)]),
    ),
    required: members.map(([name]) => name).filter((name) => !name.endsWith("?")),
    additionalProperties: false,
  };
}

const write = schemaOf(LOCKED_SHAPES.write as Shape);

describe("the locked shapes", () => {
  it("the locked shapes are those of the thirteen ids", () => {
    expect([...LOCKED_IDS].sort()).toEqual(
      "read write edit glob grep bash todo task question web_search web_fetch skill tool_search"
        .split(" ")
        .sort(),
    );
  });

  it.each(LOCKED_IDS)("the locked shape takes the plain schema of %s", (id) => {
    const shape = LOCKED_SHAPES[id] as Shape;
    expect(describeShapeFault(schemaOf(shape), shape)).toBeNull();
  });

  it.each<readonly [string, JsonSchema, string]>([
    ["no schema", true, "parameters: must be a schema"],
    ["another type", { type: "string" }, "parameters: must be of type object"],
    [
      "unknown properties",
      { ...write, additionalProperties: true },
      "parameters: must refuse unknown properties (additionalProperties: false)",
    ],
    [
      "a richer shape",
      { ...write, properties: { ...(write.properties as object), mode: { type: "string" } } },
      "parameters.mode: is not part of the locked shape",
    ],
    [
      "a member fewer",
      { ...write, properties: { path: { type: "string" } } },
      "parameters.content: is missing",
    ],
    [
      "another type of a member",
      { ...write, properties: { path: { type: ["string", "null"] }, content: { type: "string" } } },
      "parameters.path: must be of type string",
    ],
    ["less required", { ...write, required: ["path"] }, "parameters.content: must be required"],
    [
      "more required",
      { ...write, required: ["path", "content", "mode"] },
      "parameters.mode: is not part of the locked shape",
    ],
  ])("the locked shape refuses %s", (_, schema, fault) => {
    expect(describeShapeFault(schema, LOCKED_SHAPES.write as Shape)).toBe(fault);
  });

  it("the locked shapes look into lists and their members", () => {
    const todo = LOCKED_SHAPES.todo as Shape;
    const item = (properties: object): JsonSchema => ({
      type: "object",
      properties: {
        todos: {
          type: "array",
          items: {
            type: "object",
            properties,
            required: ["content", "activeForm", "status"],
            additionalProperties: false,
          },
        },
      },
      required: ["todos"],
      additionalProperties: false,
    });
    const text = { type: "string", description: "Described in other words." };
    const status = { enum: ["pending", "in_progress", "completed"] };
    expect(describeShapeFault(item({ content: text, activeForm: text, status }), todo)).toBeNull();
    expect(
      describeShapeFault(item({ content: text, activeForm: text, status: { enum: [1] } }), todo),
    ).toBe("parameters.todos[].status: must be of type string");
  });

  it("the locked shapes do not look into free members", () => {
    const task = schemaOf(LOCKED_SHAPES.task as Shape);
    const properties = { ...(task.properties as object), metadata: { anyOf: [{}, {}] } };
    expect(describeShapeFault({ ...task, properties }, LOCKED_SHAPES.task as Shape)).toBeNull();
  });
});
