/** Runs one row and says what is wrong: in the row's own words, and by what must hold after any row. */
import { existsSync, globSync, lstatSync, type Stats, writeFileSync } from "node:fs";
import { join } from "node:path";
import { landingOf, type ToolResult } from "@toolplane/contract";
import { changedUnder, type FileTree, readTree } from "../harness/file-tree.ts";
import type { EffectCall, EffectRow } from "./effect-row.ts";
import type { EffectWorld } from "./open-effect-world.ts";

/** Before the first word of a line that calls `meanwhile`. It looks by listing: a name that was not found once stays not found. */
const MEANWHILE =
  "meanwhile() { touch .ready; while ! ls -a | grep -qx .go; do sleep 0.01; done; rm .ready; }; ";
const WAIT_MS = 20_000;

let calls = 0;

export async function runEffectRow(world: EffectWorld, row: EffectRow): Promise<readonly string[]> {
  world.reset();
  for (const [path, text] of Object.entries(row.files ?? {})) world.write(path, text);
  row.prepare?.(world);
  if (row.calls.some((call) => typeof call === "string")) world.write("build.sh", "");
  const before = readTree(world.workspace, world.outside, world.home, world.first);
  const session = world.session(row.rules ?? []);
  const results: ToolResult[] = [];
  for (const [index, call] of row.calls.entries()) {
    calls += 1;
    const meets = index === 0 && row.meanwhile !== undefined;
    if (typeof call === "string") world.write("build.sh", (meets ? MEANWHILE : "") + call);
    const running = session.call({ id: `row-${calls}`, ...toCall(call) });
    if (meets) await meet(world, row, running);
    results.push(await running);
  }
  const landed = results.map((result) => landingOf(result)?.state ?? null);
  const text = JSON.stringify(results);
  const own = (await row.faults?.(world, { results, text, landed })) ?? [];
  // A line that did not run holds everything.
  const idle = row.calls.filter(
    (call, index) => typeof call === "string" && results[index]?.type === "error",
  );
  const faults = [
    ...own,
    ...idle.map(() => "a line did not run"),
    ...commonFaults(world, row, before),
  ];
  for (const { callId } of await world.toolplane.landings.list())
    await world.toolplane.landings.drop(callId);
  return faults.length === 0
    ? []
    : [...faults, `(${results.map((result) => toldOf(result)).join(" | ")})`];
}

/** Lines run from a file of the person's: nobody reads what they do beforehand. */
function toCall(call: EffectCall) {
  if (typeof call !== "string") return { name: call.tool, arguments: call.arguments };
  return { name: "bash", arguments: { command: "sh build.sh" } };
}

function toldOf(result: ToolResult): string {
  const state = landingOf(result)?.state ?? "-";
  return `${result.type} ${state} ${(JSON.stringify(result.content) ?? JSON.stringify(result)).slice(0, 600)}`;
}

/** Waits until the command waits, lets the person act, and lets it go on. */
async function meet(world: EffectWorld, row: EffectRow, running: Promise<unknown>): Promise<void> {
  const calls = join(world.base, "data/landing/calls");
  let over = false;
  void running.then(() => {
    over = true;
  });
  const untilMs = Date.now() + WAIT_MS;
  while (!over && Date.now() < untilMs && globSync(`${calls}/*/*/u/.ready`).length === 0)
    await new Promise((resolve) => setImmediate(resolve));
  row.meanwhile?.(world);
  writeFileSync(world.at(".go"), "");
}

/** Files by which something runs by itself, told in other words than the product's. */
const RUNS_BY_ITSELF: readonly RegExp[] = [
  /\/\.git$/i,
  /\/\.git\/(?:config|config\.worktree|commondir|gitdir|hooks\/.|info\/.|(?:worktrees\/.*)?modules\/.*\/(?:config|hooks\/.)|rebase-merge\/git-rebase-todo)/i,
  /\/objects\/info\/alternates$/,
  /\/(?:\.envrc|\.exrc|\.vimrc|\.nvimrc|\.mcp\.json|\.dir-locals\.el|\.gitconfig|\.bashrc|\.profile|\.zshrc|\.zshenv)$/i,
  /\/\.(?:vscode|zed|theia)\/(?:tasks|settings|launch|mcp)\.json$/i,
  /\/\.(?:claude|gemini|qwen)\/settings[^/]*\.json$/i,
  /\/\.(?:husky|devcontainer|toolplane)\//i,
  /\/\.(?:husky|devcontainer|toolplane|vscode|claude|cursor|idea|zed|gemini|codex)$/i,
  /\/\.idea\/.*\.xml$/i,
  /\.code-workspace$/i,
];

function commonFaults(world: EffectWorld, row: EffectRow, before: FileTree): readonly string[] {
  const { workspace, outside, home, first } = world;
  const after = readTree(workspace, outside, home, first);
  const faults = [outside, home, first]
    .flatMap((folder) => changedUnder(folder, before, after))
    .map((path) => `outside changed: ${path}`);
  for (const path of changedUnder(workspace, before, after)) {
    const stat = lookAt(path);
    if (
      stat &&
      ((stat.mode & 0o6000) !== 0 ||
        !(stat.isFile() || stat.isDirectory() || stat.isSymbolicLink()))
    )
      faults.push(`a special file landed: ${path}`);
    if (
      row.meanwhile === undefined &&
      stat?.isDirectory() !== true &&
      RUNS_BY_ITSELF.some((each) => each.test(path))
    )
      faults.push(`runs by itself: ${path}`);
  }
  if (row.class === 1 || row.class === 2) faults.push(...laterFaults(world));
  return faults;
}

/** The person goes on with their work in every place that looks like a repository. */
function laterFaults({ workspace, outside, person }: EffectWorld): readonly string[] {
  const folders = new Set([workspace]);
  for (const found of globSync(`${workspace}/{*,*/*,*/*/*}/{.git,HEAD}`, {
    exclude: (name) => name === "node_modules",
  }))
    folders.add(join(found, ".."));
  for (const folder of folders) {
    if (folder.includes("/.git")) continue;
    person(
      "git status; git diff; git log -1; git add -A; git commit -qm x --allow-empty; git checkout -q -- .",
      folder,
    );
  }
  return existsSync(join(outside, "pwned")) ? ["the person ran what a command wrote"] : [];
}

/** What stands there; null also when a folder above became something else. */
function lookAt(path: string): Stats | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
