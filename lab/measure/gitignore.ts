// Compares the files that the tool `glob` shows with git's own answers: each row is a tree of its own with one .gitignore and one
// path, on this machine's disk, looked through by the tool down the road.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { globTool } from "@toolplane/tools/inside";
import { createToolplane, type Session } from "toolplane";
import { bounded } from "./gitignore/bounded.ts";
import { isIgnoredByGit } from "./gitignore/is-ignored-by-git.ts";
import { literalGlob } from "./gitignore/literal-glob.ts";

interface IgnoreRow {
  readonly gitignore?: string;
  readonly gitignore_ref?: string;
  /** A trailing slash means a directory. */
  readonly path: string;
  readonly ignored: boolean;
}

/** A directory shows by what is in it; one of these names is rarely ignored for its own sake. */
const PROBES: readonly string[] = ["qzx-probe", "qzx/probe.qzx"];

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = bounded(options.print ?? console.log);
  const rows = readRows(options.data);
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-gitignore-")));
  const figures = { total: rows.length, right: 0, wrong: 0 };
  try {
    for (const { row, text, name } of rows) {
      const ignored = await looksIgnored(join(base, name), text, row.path);
      if (ignored === row.ignored) figures.right += 1;
      else {
        figures.wrong += 1;
        print(`${name} ${JSON.stringify(row.path)}: ${ignored ? "left out" : "shown"}`);
      }
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  return figures;
}

function readRows(
  data: string,
): readonly { readonly row: IgnoreRow; readonly text: string; readonly name: string }[] {
  const templates = readTemplates(data);
  return readFileSync(join(data, "cases.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, index) => {
      const row = JSON.parse(line) as IgnoreRow;
      const text = row.gitignore ?? templates[row.gitignore_ref ?? ""] ?? "";
      return { row, text, name: `row-${index + 1}` };
    });
}

function readTemplates(data: string): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(join(data, "templates.json"), "utf8"));
  } catch {
    return {};
  }
}

/** True when the tool shows nothing of the path. */
async function looksIgnored(workspace: string, gitignore: string, path: string): Promise<boolean> {
  const isDirectory = path.endsWith("/");
  const files = isDirectory ? PROBES.map((probe) => path + probe) : [path];
  mkdirSync(join(workspace, ".git"), { recursive: true });
  writeFileSync(join(workspace, ".gitignore"), gitignore);
  for (const file of files) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    if (file !== ".gitignore") writeFileSync(join(workspace, file), "");
  }
  const shown = await globbed(workspace, files);
  rmSync(workspace, { recursive: true, force: true });
  if (shown > 0) return false;
  // A directory whose every file is ignored for the file's own sake is not ignored itself, and no glob can show that.
  return !(isDirectory && (await isIgnoredByGit(workspace, { gitignore, path })) === false);
}

async function globbed(workspace: string, files: readonly string[]): Promise<number> {
  const userData = `${workspace}-data`;
  const toolplane = await createToolplane({
    workspace,
    userData,
    tools: [globTool],
    sandbox: "none",
    record: false,
    onWarning: () => {},
  });
  try {
    const session = toolplane.session();
    let shown = 0;
    for (const file of files) shown += await count(session, `**/${literalGlob(file)}`);
    return shown;
  } finally {
    await toolplane.close();
    rmSync(userData, { recursive: true, force: true });
  }
}

async function count(session: Session, pattern: string): Promise<number> {
  const result = await session.call({ id: pattern, name: "glob", arguments: { pattern } });
  if (result.type === "error") throw new TypeError(`${pattern}: ${result.error_text}`);
  return result.data === "" ? 0 : 1;
}
