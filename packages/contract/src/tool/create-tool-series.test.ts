import { describe, expect, it } from "vitest";
import { isConfigurationError } from "../result/error.ts";
import { isDefinedTool } from "./checked-tool.ts";
import {
  createToolSeries,
  type SeriesDefinition,
  type SeriesMember,
} from "./create-tool-series.ts";
import { defineTool } from "./define-tool.ts";
import { describeDefinitionFault } from "./describe-definition-fault.ts";

const shared: SeriesDefinition = {
  requires: { net: { hosts: ["api.example"] } },
  resources: { "(server)": { access: "net.fetch", default: "https://api.example/" } },
  mode: "external",
  limits: { timeoutMs: 5_000 },
};
const schema = { type: "object", properties: { page: { type: "integer" } } } as const;
const execute = () => null;
const member: SeriesMember = {
  id: "list_things",
  label: "List",
  description: "Lists things.",
  parameters: () => ({ ...schema, properties: { ...schema.properties } }),
  execute,
};

describe("createToolSeries", () => {
  it("makes what defineTool makes of the same definition, down to the order of its members", () => {
    const tool = createToolSeries(shared)(member);
    const plain = defineTool({ ...shared, ...member, parameters: schema, execute });
    expect({ ...tool }).toStrictEqual({ ...plain });
    expect(Object.keys(tool)).toEqual(Object.keys(plain));
    expect(Object.getPrototypeOf(tool)).toBe(Object.prototype);
    expect(isDefinedTool(tool)).toBe(true);
    expect(Object.isFrozen(tool)).toBe(true);
  });

  it("makes the parameters once, when somebody first looks, and freezes them", () => {
    let made = 0;
    const parameters = () => {
      made += 1;
      return { type: "object", properties: { page: {} } };
    };
    const tool = createToolSeries(shared)({ ...member, parameters });
    expect(made).toBe(0);
    expect(tool.parameters).toBe(tool.parameters);
    expect(made).toBe(1);
    expect(Object.isFrozen((tool.parameters as { properties: object }).properties)).toBe(true);
    expect({ ...tool }.parameters).toBe(tool.parameters);
  });

  it("gives parameters to the tool alone: what stands before it or inherits has none and is no tool", () => {
    const tool = createToolSeries(shared)(member);
    for (const other of [new Proxy(tool, {}), Object.create(tool)]) {
      expect(isDefinedTool(other)).toBe(false);
      expect(describeDefinitionFault(other)).toBe("parameters are missing");
    }
  });

  it.each([
    ["a name", { id: "no name" }, /^id must be/],
    ["a description", { description: " " }, /^description is missing/],
    ["a label", { label: 1 }, /^label must be text/],
    ["code", { execute: "run" }, /^execute is missing/],
    ["a way to parameters", { parameters: schema }, /^parameters must be made/],
  ])("refuses a tool without %s at once", (_, wrong, says) => {
    const thrown = faultOf(() => createToolSeries(shared)({ ...member, ...wrong } as never));
    expect(thrown).toMatch(says);
  });

  it.each([
    ["an access that is none", { resources: { "(server)": { access: "moon", default: "x" } } }],
    ["an annotation of an argument", { resources: { page: "net.fetch" } }],
    ["a limit that is no number", { limits: { timeoutMs: "long" } }],
  ])("refuses %s before any tool is made", (_, wrong) => {
    expect(faultOf(() => createToolSeries({ ...shared, ...wrong } as never))).not.toBe("");
  });

  it("throws at whoever looks at parameters that are no schema", () => {
    const tool = createToolSeries(shared)({ ...member, parameters: () => [] as never });
    expect(faultOf(() => tool.parameters)).toMatch(/parameters must be a schema/);
  });
});

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (isConfigurationError(error)) return error.message.replace(/^tool [^:]*: /, "");
    throw error;
  }
  return "";
}
