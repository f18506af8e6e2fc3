/**
 * The product as users have it, around one tool that measures: what the tool does through its doors is what a call costs there,
 * without the road before and after it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { ProcessResult, Rule, RunOptions } from "@toolplane/contract";
import type { Figures } from "../harness/section.ts";

export interface ProductOptions {
  readonly sandbox: "auto" | "none";
  readonly secrets?: Readonly<Record<string, string>>;
  /** Fills the workspace; otherwise it holds a few dozen files. */
  readonly fill?: (workspace: string) => void;
  /** A workspace that is there; it is left as it was found. */
  readonly workspace?: string;
  /** Names that no call may read. */
  readonly denied?: string;
}

export type RunShell = (command: string, options?: RunOptions) => Promise<ProcessResult>;

/** Makes a directory, hands it out, takes it away. */
export async function withDirectory<T>(work: (path: string) => Promise<T>): Promise<T> {
  const path = mkdtempSync(join(tmpdir(), "toolplane-bench-"));
  try {
    return await work(path);
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

/** A directory for as long as this process runs. */
export function lastingDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), "toolplane-bench-"));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Opens the product over a small workspace and measures inside one call of one tool. */
export function insideTool(
  options: ProductOptions,
  measure: (run: RunShell, workspace: string) => Promise<Figures>,
): Promise<Figures> {
  return withDirectory(async (base) => {
    // Loaded here, so that rows which measure something else do not carry the product along.
    const { createToolplane, defineTool } = await import("toolplane");
    const workspace = options.workspace ?? createWorkspace(base);
    options.fill?.(workspace);
    let outcome: Promise<Figures> | undefined;
    const tool = defineTool({
      id: "bench",
      description: "Measures what its doors cost.",
      parameters: { type: "object", properties: {} },
      requires: { shell: [{ cmd: "*" }] },
      limits: { timeoutMs: 900_000 },
      execute: async (_args, { shell }) => {
        outcome = measure((command, more) => shell.run(command, more), workspace);
        await outcome;
        return "done";
      },
    });
    const product = await createToolplane({
      workspace,
      userData: join(base, "data"),
      scratchParent: base,
      environment: personsEnvironment(),
      sandbox: options.sandbox,
      tools: [tool],
      policy: [{ scope: "session", rules: rulesOf(options) }],
      ...(options.secrets ? { secrets: options.secrets } : {}),
      record: false,
      onWarning: () => {},
    });
    const session = product.session();
    const result = await session.call({ id: "bench", name: "bench", arguments: {} });
    await session.close();
    await product.close();
    // Awaited again, because a result says less of a failure than the failure itself.
    if (outcome === undefined) throw new Error(`the call failed: ${JSON.stringify(result)}`);
    return await outcome;
  });
}

function rulesOf({ denied }: ProductOptions): readonly Rule[] {
  const all: Rule = { permission: "*", pattern: "**", action: "allow" };
  return denied === undefined
    ? [all]
    : [all, { permission: "fs.read", pattern: denied, action: "deny" }];
}

/** Without the folders that running this through npm puts on PATH: a person's shell has none of them. */
export function personsEnvironment(): Readonly<Record<string, string | undefined>> {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const own = folders.filter((folder) => !folder.includes("node_modules"));
  return { ...process.env, PATH: own.join(delimiter) };
}

/** A workspace of a few dozen files, so that looking for changes has something to look at. */
export function createWorkspace(base: string): string {
  const workspace = join(base, "ws");
  for (const folder of ["src", "docs", "test"]) {
    mkdirSync(join(workspace, folder), { recursive: true });
    for (let index = 0; index < 10; index += 1)
      writeFileSync(join(workspace, folder, `file-${index}.ts`), `export const x = ${index};\n`);
  }
  return workspace;
}
