/** Writes a tool to begin with: one that works, short enough to be read whole, and the test that every tool must pass. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { refuseLink } from "../files/refuse-link.ts";
import { writeNewFile } from "./write-new-file.ts";

/** The names of what was written; none when the folder is there already. */
export function writeStarterTool(folder: string, name: string): readonly string[] {
  if (existsSync(folder)) return [];
  refuseLink(dirname(dirname(folder)));
  refuseLink(dirname(folder));
  mkdirSync(folder, { recursive: true });
  const files = {
    "package.json": manifestText(name),
    "index.ts": toolText(name),
    "index.test.ts": TEST_TEXT,
  };
  try {
    for (const [file, text] of Object.entries(files)) writeNewFile(join(folder, file), text);
  } catch (error) {
    // Half a tool is a tool that does not load.
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return Object.keys(files);
}

function manifestText(name: string): string {
  return `${JSON.stringify({ name, private: true, type: "module", tool: "index.ts" }, null, 2)}\n`;
}

const TEST_TEXT = `// What every tool must hold to, tried on a machine in memory. It needs @toolplane/testkit: npm install --save-dev @toolplane/testkit
import { describe, it } from "node:test";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { tool } from "./index.ts";

describeToolConformance(
  { describe, it },
  {
    tool,
    host: () => createMemoryHost({ files: { "notes.txt": "one two three" } }),
    // Calls that must work on that machine, and arguments that must be refused.
    valid: [{ text: "one two" }, { path: "notes.txt" }],
    invalid: [{ text: 1 }, { words: "one" }, "no JSON"],
  },
);
`;

function toolText(name: string): string {
  return `import { defineTool } from "@toolplane/contract";

export const tool = defineTool({
  id: ${JSON.stringify(name)},
  description: "Counts the words of a text, or of a file in the workspace.",
  parameters: {
    type: "object",
    properties: {
      text: { type: "string", description: "The text itself." },
      path: { type: "string", description: "A file, instead of a text." },
    },
    additionalProperties: false,
  },
  // The most that it may ever touch. Nothing else is there for it, whatever it imports.
  requires: { fs: { read: ["{workspace}/**"] } },
  // Which argument names a file: so rules about files bind its calls before they run.
  resources: { path: "fs.read" },
  async execute({ text, path }, runtime) {
    const words = path === undefined ? text ?? "" : await readText(path, runtime);
    return { words: words.split(/\\s+/).filter((word) => word !== "").length };
  },
});

async function readText(path: string, { fs }: { fs: { read(path: string): Promise<{ bytes: Uint8Array }> } }) {
  const { bytes } = await fs.read(path);
  return new TextDecoder().decode(bytes);
}
`;
}
