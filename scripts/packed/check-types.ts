/** Checks the types of every package as a consumer's compiler finds them. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installedEntries } from "./installed-entries.ts";
import { runProgram } from "./run-program.ts";

const PROGRAM = `
import { createToolplane, defineTool, type Toolplane, type ToolResult } from "toolplane";
import { createKernel } from "@toolplane/kernel";
import { toAnthropic } from "@toolplane/kernel/projection";
import { replay } from "@toolplane/kernel/record";
import { createHost } from "@toolplane/host";
import { readTool } from "@toolplane/tools";
import { ToolError } from "@toolplane/contract";
import { PROFILES } from "@toolplane/compat";
import { createMcpEndpoint } from "@toolplane/mcp";
import { createMemoryHost } from "@toolplane/testkit";

const shout = defineTool({
  id: "shout",
  description: "Says it louder.",
  parameters: {
    type: "object",
    properties: { text: { type: "string" } },
    required: ["text"],
    additionalProperties: false,
  },
  requires: {},
  execute: ({ text }) => text.toUpperCase(),
});
const made: Toolplane = await createToolplane({ tools: [shout] });
const result: ToolResult = await made.session().call({ id: "1", name: "shout", arguments: { text: "a" } });
await made.close();
export const used = [createKernel, toAnthropic, replay, createHost, readTool, ToolError, PROFILES, createMcpEndpoint, createMemoryHost, result];
`;

/** Compiles a small program and an import of every entry, with nothing skipped. */
export async function checkTypes(root: string, consumer: string): Promise<readonly string[]> {
  writeFileSync(join(consumer, "program.ts"), PROGRAM);
  const entries = installedEntries(consumer).map(
    (entry, at) => `export type * as entry${at} from "${entry}";\n`,
  );
  writeFileSync(join(consumer, "entries.ts"), entries.join(""));
  writeFileSync(
    join(consumer, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: {
        module: "NodeNext",
        target: "es2024",
        strict: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        types: ["node"],
        typeRoots: [join(root, "node_modules/@types")],
      },
      files: ["program.ts", "entries.ts"],
    }),
  );
  const { code, stdout } = await runProgram(
    join(root, "node_modules/.bin/tsc"),
    ["-p", "tsconfig.json"],
    { cwd: consumer, anyCode: true },
  );
  return code === 0 ? [] : [stdout.trim()];
}
