/** A toolplane on a memory host with four small tools: enough to see every face answer. */
import { defineTool, output, type Tool } from "@toolplane/contract";
import { createMemoryHost, type MemoryHost } from "@toolplane/testkit";
import { createToolplane, type Toolplane, type ToolplaneOptions } from "toolplane";
import { onTestFinished } from "vitest";
import { READ_PARAMETERS } from "../locked-parameters.ts";

const path = {
  type: "object",
  properties: { path: { type: "string" } },
  required: ["path"],
} as const;

export const readTool: Tool = defineTool({
  id: "read",
  description: "Reads a file.",
  parameters: READ_PARAMETERS,
  resources: { path: "fs.read" },
  requires: { fs: { read: ["{workspace}/**"] } },
  execute: async ({ path: name }, { fs }) => new TextDecoder().decode((await fs.read(name)).bytes),
});

export const writeTool: Tool = defineTool({
  id: "save",
  description: "Writes a file.",
  parameters: path,
  resources: { path: "fs.write" },
  requires: { fs: { write: ["{workspace}/**"] } },
  execute: async ({ path: name }, { fs }) => (await fs.write(name, "new\n")).bytes,
});

/** Text from outside, under a name that no provider takes. */
const pageTool: Tool = defineTool({
  id: "web.page",
  description: "A page.",
  parameters: { type: "object" },
  requires: {},
  gated: false,
  execute: () => output("a page", { untrusted: { source: "https://a.test" }, details: "internal" }),
});

const pictureTool: Tool = defineTool({
  id: "picture",
  description: "A picture.",
  parameters: { type: "object" },
  requires: {},
  gated: false,
  execute: () =>
    output("seen", { content: [{ type: "image", data: "aGk=", mime_type: "image/png" }] }),
});

export interface Library {
  readonly tp: Toolplane;
  readonly host: MemoryHost;
}

/** Opens one; it is closed when the test ends. */
export async function openLibrary(options: ToolplaneOptions = {}): Promise<Library> {
  const host = createMemoryHost({ files: { "a.txt": "alpha\n", ".env": "SECRET=1\n" } });
  const tp = await createToolplane({
    host,
    tools: [readTool, writeTool, pageTool, pictureTool],
    policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    onWarning: () => {},
    ...options,
  });
  onTestFinished(() => tp.close());
  return { tp, host };
}
