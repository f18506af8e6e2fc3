// Compares the hits of the tool `grep` with ripgrep's own answers, over a tree of real files on this machine's disk.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { grepTool } from "@toolplane/tools/inside";
import { createToolplane, type Session } from "toolplane";
import { bounded } from "./gitignore/bounded.ts";
import { compareFiles, type FoundFiles } from "./grep/compare-files.ts";
import { type GrepRow, queryArguments } from "./grep/query-arguments.ts";

interface EditedFile {
  readonly repo: string;
  readonly path: string;
  readonly before: string;
}

/** A host's own caps, far above what a query finds: what is compared is the search, not the cutting. */
const MAX_MATCHES = 20_000;
const MAX_OUTPUT = 268_435_456;

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = bounded(options.print ?? console.log);
  const rows = readRows<GrepRow>(join(options.data, "queries.jsonl"));
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-grep-")));
  const figures = { total: rows.length, right: 0, wrong: 0 };
  const workspace = join(base, "tree");
  writeTree(workspace, readRows<EditedFile>(join(options.data, "../edits/edits.jsonl")));
  const toolplane = await createToolplane({
    workspace,
    userData: join(base, "data"),
    tools: [grepTool],
    sandbox: "none",
    toolConfig: { grep: { maxMatches: MAX_MATCHES } },
    maxOutput: { grep: MAX_OUTPUT },
    record: false,
    onWarning: () => {},
  });
  try {
    const session = toolplane.session();
    for (const row of rows) {
      const fault = compareFiles(row.files, await search(session, row));
      if (fault === null) figures.right += 1;
      else {
        figures.wrong += 1;
        print(`${row.id}: ${fault}`);
      }
    }
  } finally {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  }
  return figures;
}

function readRows<T>(path: string): readonly T[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}

/** Each file once, the first one that comes. */
function writeTree(workspace: string, files: readonly EditedFile[]): void {
  mkdirSync(workspace);
  const written = new Set<string>();
  for (const { repo, path, before } of files) {
    const place = join(workspace, repo.split("/").at(-1) ?? repo, path);
    if (written.has(place)) continue;
    written.add(place);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, before);
  }
}

async function search(session: Session, row: GrepRow): Promise<FoundFiles | string> {
  const args = queryArguments(row);
  const ask = async (output_mode: string) => {
    const call = { id: `${row.id} ${output_mode}`, name: "grep" };
    return session.call({ ...call, arguments: { ...args, output_mode } });
  };
  const counted = await ask("count");
  const shown = await ask("content");
  if (counted.type === "error") return counted.error_text.split("\n")[0] ?? "";
  if (shown.type === "error") return shown.error_text.split("\n")[0] ?? "";
  return { counted: String(counted.data), shown: String(shown.data) };
}
