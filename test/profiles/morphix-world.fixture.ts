/** A toolplane under the profile morphix on a real folder: the program's tools, its workspaces by name, and what an agent may touch. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject, ToolResult } from "@toolplane/contract";
import { createToolplane, type Toolplane, type ToolplaneOptions } from "toolplane";
import { onTestFinished } from "vitest";

export interface MorphixWorld {
  readonly root: string;
  readonly tp: Toolplane;
  /** Writes a file; names are relative to the root. */
  put(path: string, text: string): void;
  call(name: string, args?: JsonObject): Promise<ToolResult>;
}

export async function openMorphix(
  files: Readonly<Record<string, string>> = {},
  more: ToolplaneOptions = {},
  /** Options of these that are left to their defaults. */
  without: readonly ("profile" | "record")[] = [],
): Promise<MorphixWorld> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-morphix-")));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(join(root, "project"));
  for (const [path, text] of Object.entries(files)) put(path, text);
  const usual: ToolplaneOptions = { profile: "morphix", record: false };
  const chosen = Object.entries(usual).filter(([name]) => !without.includes(name as never));
  const tp = await createToolplane({
    ...Object.fromEntries(chosen),
    workspace: join(root, "project"),
    userData: join(root, "data"),
    skills: false,
    onWarning: () => {},
    ...more,
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(root, { recursive: true, force: true });
  });
  let calls = 0;
  return {
    root,
    tp,
    put,
    call(name, args = {}) {
      calls += 1;
      return tp.call({ id: `call-${calls}`, name, arguments: args });
    },
  };
}

/** The text of a file with one tool; `body` is its function's. */
export function toolFile(
  id: string,
  body: string,
  { before = "", requires = "{}" }: { readonly before?: string; readonly requires?: string } = {},
): string {
  return `import { defineTool } from "@toolplane/contract";
${before}
export default defineTool({ id: "${id}", description: "A tool.", parameters: { type: "object" }, requires: ${requires}, gated: false,
  async execute(args, runtime) { ${body} } });
`;
}

export function outcomeOf(result: ToolResult): unknown {
  return result.type === "output" ? result.data : `${result.code}: ${result.error_text}`;
}
