import { defineTool, output, ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { command } from "../memory/command-script.ts";
import { createMemoryHost } from "../memory/create-memory-host.ts";
import { catProgram } from "../memory/scripted-program.ts";
import { checkToolConformance } from "./check-tool-conformance.ts";
import { describeToolConformance } from "./describe-tool-conformance.ts";

const readTool = defineTool({
  id: "read_text",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: "fs.read" },
  repeatable: true,
  approvalKey: ({ path }) => `read ${path}`,
  execute: async ({ path }, { fs }) => {
    const { bytes, size } = await fs.read(path);
    return output(new TextDecoder().decode(bytes), { details: { size } });
  },
});

describeToolConformance(
  { describe, it },
  {
    tool: readTool,
    host: () => createMemoryHost({ files: { "a.txt": "hello ".repeat(40), "b.txt": "" } }),
    valid: [{ path: "a.txt" }, { path: "b.txt" }, { path: "missing" }],
    invalid: [{}, { path: 1 }, { path: "a", more: true }, "not json", "[]"],
    mayFailWith: ["not_found"],
  },
);

describe("tools that conform", () => {
  const pure = defineTool({
    id: "add",
    description: "Adds.",
    parameters: z.object({ left: z.number(), right: z.number() }),
    requires: {},
    repeatable: true,
    execute: ({ left, right }) => left + right,
  });
  const grep = defineTool({
    id: "find_text",
    description: "Searches.",
    parameters: {
      type: "object",
      properties: { pattern: { type: "string" }, path: { type: "string" } },
      required: ["pattern"],
    },
    requires: { fs: { read: ["{workspace}/**"] } },
    resources: { path: { access: "fs.read", tree: true, default: "." } },
    execute: async ({ pattern }, { fs }) =>
      (await fs.search({ pattern })).hits.map(({ path }) => path),
  });
  const write = defineTool({
    id: "move",
    description: "Writes and moves.",
    parameters: {
      type: "object",
      properties: { from: { type: "string" }, to: { type: "string" } },
      required: ["from", "to"],
    },
    requires: { fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] } },
    resources: { from: ["fs.read", "fs.write"], to: "fs.write" },
    execute: async ({ from, to }, { fs }) => {
      if ((await fs.stat(from)) === null) return new ToolError("not_found", `${from} is missing`);
      await fs.rename(from, to);
      return { moved: to };
    },
  });
  const shell = defineTool({
    id: "run",
    description: "Runs a command.",
    parameters: {
      type: "object",
      properties: { command: { type: "string" } },
      required: ["command"],
    },
    requires: { shell: [{ cmd: "*" }] },
    resources: { command: "shell" },
    execute: async ({ command: line }, { shell: door }) => (await door.run(line)).output,
  });
  const fetcher = defineTool({
    id: "get_page",
    description: "Fetches.",
    parameters: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
    requires: { net: { hosts: ["*"] }, env: ["TOKEN"] },
    resources: { url: "net.fetch" },
    execute: async ({ url }, { net, env }) => {
      const { body } = await net.fetch(url, { headers: { authorization: env.get("TOKEN") ?? "" } });
      return new TextDecoder().decode(body);
    },
  });
  const asker = defineTool({
    id: "go_on",
    description: "Asks, and has a subagent look into it.",
    parameters: { type: "object", properties: {} },
    requires: {},
    composite: true,
    execute: async (_, { ask, spawn }) => {
      const [answer] = await ask([{ question: "Go on?", options: [{ label: "yes" }] }]);
      const done = await spawn({ prompt: String(answer) });
      return done.status;
    },
  });

  it.each([
    { tool: pure, valid: [{ left: 1, right: 2 }], invalid: [{ left: "1", right: 2 }] },
    { tool: grep, valid: [{ pattern: "x" }, { pattern: "[a-z]" }], invalid: [{}] },
    { tool: write, valid: [{ from: "a.txt", to: "sub/b.txt" }], invalid: [{ from: "a.txt" }] },
    { tool: shell, valid: [{ command: "cat a.txt" }, { command: "slow" }], invalid: [{}] },
    { tool: fetcher, valid: [{ url: "https://example.com/" }], invalid: [{ url: 1 }] },
    { tool: asker, valid: [{}], invalid: ["null"] },
  ])("has nothing to say against $tool.id", async (given) => {
    const host = () =>
      createMemoryHost({
        files: { "a.txt": "x ".repeat(100), "lib/c.txt": "y" },
        env: { TOKEN: "t" },
        servers: { "example.com:443": "hello" },
        commands: { "cat a.txt": command({ units: ["cat a.txt"], reads: ["a.txt"] }) },
        programs: {
          cat: catProgram,
          slow: async (_, world) => {
            await world.sleep(1_000);
            return { output: "at last" };
          },
        },
      });
    expect(await checkToolConformance({ ...given, host, patienceMs: 10 })).toEqual([]);
  });
});
