// One call of a real tool down the road, in a world of its own: a kernel, a memory host with the given files, and a
// person who agrees to everything, so that the tool alone decides what comes of it.

import type { JsonObject, Tool, ToolResult } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";

export type FileTexts = Readonly<Record<string, string>>;

export interface ToolOutcome {
  readonly result: ToolResult;
  /** Every file of the workspace afterwards. */
  readonly files: FileTexts;
}

/** Makes the calls in order; stops at the first error. */
export async function callTool(
  tool: Tool,
  files: FileTexts,
  calls: readonly JsonObject[],
): Promise<ToolOutcome> {
  const host = createMemoryHost({ files });
  const kernel = createKernel({
    host,
    tools: [tool],
    defaultPolicy: false,
    broker: { ask: async () => ({ choice: "once" }) },
    policy: [{ scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
  });
  const session = kernel.session({ mode: "yolo" });
  let result: ToolResult | null = null;
  for (const [index, args] of calls.entries()) {
    result = await session.call({ id: `${index}`, name: tool.id, arguments: args });
    if (result.type === "error") break;
  }
  await kernel.close();
  if (result === null) throw new TypeError("no call was given");
  return { result, files: readFiles(host) };
}

function readFiles(host: ReturnType<typeof createMemoryHost>): FileTexts {
  const files: Record<string, string> = {};
  for (const path of host.tree()) {
    const text = host.fileText(path);
    if (text !== null && path.startsWith("/workspace/"))
      files[path.slice("/workspace/".length)] = text;
  }
  return files;
}

/** Whether two sets of files are the same. */
export function sameFiles(one: FileTexts, other: FileTexts): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
