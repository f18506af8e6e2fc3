/**
 * The workspaces that several rows share, made once before the first round: fifty thousand files take longer to make and to remove
 * than all commands on them together. A row that is run alone makes its own.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Carries the folder of the workspaces to the children. */
const VARIABLE = "BENCH_WORKSPACES";
/** The size from which on a workspace is shared: a small one is made in no time. */
const SHARED_FROM = 10_000;
export const LARGEST = 50_000;
const PROJECT_FILES = 2_000;

/** Makes them; what it returns takes them away. */
export async function prepareWorkspaces(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-bench-shared-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  fillWorkspace(join(folder, String(LARGEST)), LARGEST);
  fillProject(join(folder, "project"));
  process.env[VARIABLE] = folder;
  return async () => {
    delete process.env[VARIABLE];
    remove();
  };
}

/** Where a row works: in a workspace that is there, or in one that it fills. */
export type RowWorkspace =
  | { readonly workspace: string }
  | { readonly fill: (workspace: string) => void };

/** So many files in folders of twenty, and one that is denied. */
export function workspaceOf(files: number): RowWorkspace {
  const shared = process.env[VARIABLE];
  return shared === undefined || files < SHARED_FROM
    ? { fill: (workspace) => fillWorkspace(workspace, files) }
    : { workspace: join(shared, String(files)) };
}

/** A small project under git, with a test. */
export function projectWorkspace(): RowWorkspace {
  const shared = process.env[VARIABLE];
  return shared === undefined ? { fill: fillProject } : { workspace: join(shared, "project") };
}

function fillWorkspace(workspace: string, files: number): void {
  for (let index = 0; index < files; index += 1) {
    const part = `part-${Math.floor(index / 1_000)}`;
    const folder = join(workspace, part, String(Math.floor(index / 20)));
    if (index % 20 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${index}.ts`), `export const x = ${index};\n`);
  }
  writeFileSync(join(workspace, ".env"), "A=1\n");
}

function fillProject(workspace: string): void {
  for (let index = 0; index < PROJECT_FILES; index += 1) {
    const folder = join(workspace, "lib", String(Math.floor(index / 20)));
    if (index % 20 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${index}.js`), `export const x = ${index}; // needle\n`);
  }
  const files = {
    "package.json": '{"scripts":{"test":"node --test one.test.mjs"}}\n',
    "one.test.mjs": 'import { test } from "node:test";\ntest("holds", () => {});\n',
    ".gitignore": ".env\n",
    ".env": "A=1\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, name), text);
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=b", "-c", "user.email=b@example.com", ...args], {
      cwd: workspace,
      stdio: "ignore",
    });
  git("init");
  git("add", ".");
  git("commit", "-m", "all");
}
