import type { ArgumentAnnotation, Resource, Tool } from "@toolplane/contract";
import { defineTool } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeFootprint, namedResource } from "./compute-footprint.ts";

const analyzer: Analyzer = {
  path: (text) =>
    text === ""
      ? { ok: false, message: "is empty" }
      : { ok: true, value: { lexical: `/ws/${text}`, real: `/real/${text}`, kind: "file" } },
  url: (text) => ({ ok: true, value: { scheme: "https", host: text, port: 443 } }),
  shell: (text) => ({
    ok: true,
    value: {
      units: [{ argv: text.split(" "), cwd: "/ws", text }],
      resources: [
        {
          capability: "fs.write",
          path: "/ws/out",
          real: "/ws/out",
          origin: "direct",
          via: "redirect",
          unitIndex: 0,
        },
      ],
      opaque: text.includes("$") ? [{ text, reason: "dynamic" }] : [],
    },
  }),
  below: () => ({ paths: ["/real/dir/a"], complete: true }),
};

function toolWith(
  resources: Readonly<Record<string, ArgumentAnnotation>>,
  more: Partial<Tool> = {},
): Tool {
  const tool = defineTool({
    id: "t",
    description: "A tool.",
    parameters: { type: "object" },
    requires: {},
    resources,
    execute: () => null,
  });
  return { ...tool, ...more } as Tool;
}

function footprintOf(tool: Tool, args: object, trustsCode = true) {
  return computeFootprint({
    tool,
    named: namedResource("tool:t"),
    args: args as never,
    analyzer,
    trustsCode,
  });
}

describe("computeFootprint", () => {
  it("reads annotated arguments, lists and nested lists in order", () => {
    const tool = toolWith({
      path: ["fs.read", "fs.write"],
      "edits.*.file": "fs.write",
      url: "net.fetch",
      name: "env",
    });
    const outcome = footprintOf(tool, {
      path: "a",
      edits: [{ file: "b" }, { file: "c" }],
      url: "x.test",
      name: "HOME",
    });
    expect(outcome).toEqual({
      ok: true,
      footprint: {
        resources: [
          fs("fs.read", "a", "path"),
          fs("fs.write", "a", "path"),
          fs("fs.write", "b", "edits.*.file"),
          fs("fs.write", "c", "edits.*.file"),
          {
            capability: "net.fetch",
            scheme: "https",
            host: "x.test",
            port: 443,
            origin: "direct",
            via: "argument",
            argument: "url",
          },
          { capability: "env", name: "HOME", origin: "direct", via: "argument", argument: "name" },
        ],
      },
    });
  });

  it("uses the default of an absent argument and lists a tree that is written", () => {
    const tool = toolWith({ path: { access: "fs.write", tree: true, default: "dir" } });
    expect(footprintOf(tool, {})).toEqual({
      ok: true,
      footprint: {
        resources: [
          {
            ...fs("fs.write", "dir", "path"),
            tree: true,
            entries: { paths: ["/real/dir/a"], complete: true },
          },
        ],
      },
    });
  });

  it("makes a command into units, what they touch, and what was not understood", () => {
    const outcome = footprintOf(toolWith({ command: "shell" }), { command: "echo $X" });
    expect(
      outcome.ok &&
        outcome.footprint.resources.map(({ capability, origin, via }) => [capability, origin, via]),
    ).toEqual([
      ["shell.run", "direct", "unit"],
      ["fs.write", "direct", "redirect"],
      ["opaque", "direct", "unit"],
    ]);
  });

  it("numbers the units of a second command after those of the first", () => {
    const outcome = footprintOf(toolWith({ commands: "shell" }), { commands: ["a", "b"] });
    expect(outcome.ok && outcome.footprint.resources.map(({ unitIndex }) => unitIndex)).toEqual([
      0, 0, 1, 1,
    ]);
  });

  it("says what is wrong with an argument that cannot be a resource, naming the argument only", () => {
    expect(footprintOf(toolWith({ path: "fs.read" }), { path: "" })).toEqual({
      ok: false,
      message: "path: is empty",
    });
    expect(footprintOf(toolWith({ path: "fs.read" }), { path: 7 })).toEqual({
      ok: false,
      message: "path: must be text",
    });
  });

  it("names the call itself when it touches nothing, and nothing at all for a composite tool", () => {
    expect(footprintOf(toolWith({}), {})).toEqual({
      ok: true,
      footprint: { resources: [namedResource("tool:t")] },
    });
    expect(footprintOf(toolWith({}, { composite: true }), {})).toEqual({
      ok: true,
      footprint: { resources: [] },
    });
  });

  it("honours a footprint in code only where code is trusted", () => {
    const own: Resource = { capability: "env", name: "X", origin: "direct", via: "argument" };
    const tool = toolWith({}, { footprint: () => [own] });
    expect(footprintOf(tool, {})).toEqual({ ok: true, footprint: { resources: [own] } });
    expect(footprintOf(tool, {}, false)).toEqual({
      ok: true,
      footprint: { resources: [namedResource("tool:t")] },
    });
  });

  it("equal arguments in any key order have the same footprint", () => {
    const tool = toolWith({ a: "fs.read", b: "fs.write", "c.*": "net.fetch" });
    fc.assert(
      fc.property(
        fc.record({ a: fc.string(), b: fc.string(), c: fc.array(fc.domain()) }),
        (args) => {
          const reversed = Object.fromEntries(Object.entries(args).reverse());
          expect(footprintOf(tool, reversed)).toEqual(footprintOf(tool, args));
        },
      ),
    );
  });
});

function fs(capability: "fs.read" | "fs.write", name: string, argument: string) {
  return {
    capability,
    path: `/ws/${name}`,
    real: `/real/${name}`,
    origin: "direct",
    via: "argument",
    argument,
  };
}
