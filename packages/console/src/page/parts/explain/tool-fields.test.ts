import { describe, expect, it } from "vitest";
import { readFields, readRefusal, readValues } from "./tool-fields.ts";

const FIELDS = readFields({
  type: "object",
  required: ["todos"],
  properties: {
    todos: {
      type: "array",
      items: {
        type: "object",
        properties: {
          content: { type: "string" },
          status: { enum: ["pending", "done"] },
          at: { type: "object", properties: { line: { type: "integer" } } },
        },
      },
    },
    context: { type: "integer", minimum: 0, maximum: 50, description: "Lines around." },
    mode: { type: "string", enum: ["content", "count"] },
    name: { type: "string", maxLength: 3 },
    options: { type: "object" },
    deep: { type: ["boolean", "null"] },
  },
});
const faultOf = (name: string, text: string): string | undefined =>
  readValues(FIELDS, { [name]: text }).faults.get(name);

describe("a form from a schema", () => {
  it("has a control for each type, and shows how a list or an object looks", () => {
    expect(FIELDS.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
      ["todos", "json", true],
      ["context", "number", false],
      ["mode", "text", false],
      ["name", "text", false],
      ["options", "json", false],
      ["deep", "boolean", false],
    ]);
    expect(FIELDS[0]?.sample).toBe('[{"content":"…","status":"pending","at":{"line":0}}]');
    expect(FIELDS[2]?.choices).toEqual(["content", "count"]);
  });

  it("gives values as the tool takes them, and leaves empty ones out", () => {
    const typed = {
      todos: '[{"content":"a"}]',
      context: "7",
      mode: "count",
      name: "",
      deep: "true",
    };
    expect(readValues(FIELDS, typed)).toEqual({
      given: { todos: [{ content: "a" }], context: 7, mode: "count", deep: true },
      faults: new Map(),
    });
  });

  it.each([
    ["context", "x", "Give a number."],
    ["context", "1.5", "Give a whole number. You gave 1.5."],
    ["context", "51", "At most 50. You gave 51."],
    ["context", "-1", "At least 0. You gave -1."],
    ["name", "four", "At most 3 characters. You gave 4."],
    ["todos", "[1,", "Give a list as JSON, in [ ]."],
    ["todos", "{}", "Give a list as JSON, in [ ]."],
    ["options", "[]", "Give an object as JSON, in { }."],
    ["options", "{}", undefined],
  ])("says what is wrong with %s = %s", (name, text, fault) => {
    expect(faultOf(name, text)).toBe(fault);
  });

  it("finds the field that the tool's own check is about", () => {
    const text =
      "Invalid arguments: todos[0].status: missing; todos[0].at: missing; context: must be <= 50";
    expect(readRefusal(text, FIELDS)).toEqual(
      new Map([
        ["todos", "todos[0].status: missing; todos[0].at: missing"],
        ["context", "context: must be <= 50"],
      ]),
    );
    expect(readRefusal("Invalid arguments: other: missing", FIELDS)).toBeNull();
    expect(readRefusal("A rule denies it.", FIELDS)).toBeNull();
  });
});
