// A world for tools that change files: one tool on a memory host, allowed everything but what the rules say, with someone
// else who writes just before the tool does.
import {
  defineTool,
  type FsDoor,
  type JsonObject,
  type Rule,
  type Tool,
  type ToolResult,
} from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, type MemoryHost } from "@toolplane/testkit";

export interface EditWorldOptions {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly links?: Readonly<Record<string, string>>;
  readonly rules?: readonly Rule[];
  /** Without the rule that allows everything. */
  readonly only?: boolean;
  /** Written by someone else before the tool's first write arrives. */
  readonly intruder?: Readonly<Record<string, string>>;
}

export interface EditWorld {
  readonly host: MemoryHost;
  readonly call: (args: JsonObject) => Promise<ToolResult>;
  readonly bytes: (path: string) => Promise<Buffer>;
}

const peekTool = defineTool({
  id: "peek",
  description: "Reads the bytes of a file.",
  parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: "fs.read" },
  execute: async ({ path }, { fs }) => Buffer.from((await fs.read(path)).bytes).toString("hex"),
});

export function openEditWorld(tool: Tool, options: EditWorldOptions): EditWorld {
  const { files, links = {}, rules = [], only = false, intruder = {} } = options;
  const memory = createMemoryHost({ files, links });
  const host: MemoryHost = {
    ...memory,
    files: (context) => intrude(memory.files(context), intruder),
  };
  const everything: Rule = { permission: "*", pattern: "**", action: "allow" };
  const kernel = createKernel({
    host,
    tools: [tool, peekTool],
    defaultPolicy: false,
    policy: [{ scope: "project", rules: only ? [...rules] : [everything, ...rules] }],
  });
  const session = kernel.session();
  let made = 0;
  const run = (name: string, args: JsonObject) => {
    made += 1;
    return session.call({ id: `call_${made}`, name, arguments: args });
  };
  return {
    host,
    call: (args) => run(tool.id, args),
    async bytes(path) {
      const result = await run("peek", { path });
      return Buffer.from(result.type === "output" ? String(result.data) : "", "hex");
    },
  };
}

/** Each tool opens its door once a call, so the intruder comes once a call and then is gone. */
function intrude(door: FsDoor, intruder: Readonly<Record<string, string>>): FsDoor {
  let isDone = false;
  async function enter(): Promise<void> {
    if (isDone) return;
    isDone = true;
    for (const [path, text] of Object.entries(intruder)) await door.write(path, text);
  }
  return {
    ...door,
    async write(...given) {
      await enter();
      return door.write(...given);
    },
    async apply(changes) {
      await enter();
      return door.apply(changes);
    },
  };
}
