/**
 * Run by the test in namespaces of its own: `run-harmful.ts BASE LEVEL NUMBER…` runs scripts one after the other through the product and
 * prints what they did to the machine and, after an undo, to the project. Each lies in a file of the person's, so that nobody reads it
 * before it runs.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { landingOf, ToolError, type ToolResult } from "@toolplane/contract";
import { bashTool, undoTool } from "@toolplane/tools";
import { createToolplane, type Session } from "toolplane";
import { changedUnder, readTree } from "../harness/file-tree.ts";
import { aimedAt, HARMFUL_SCRIPTS, type HarmfulScript } from "./harmful-scripts.ts";
import { openVictim, type Victim } from "./open-victim.ts";

/** Data of ours inside the workspace: then there is no view of it. */
const OWN_DATA = ".own-data";
const COMMAND_MS = 30_000;
const FILES: Readonly<Record<HarmfulScript["by"], string>> = {
  bash: "harm.sh",
  python3: "harm.py",
  node: "harm.cjs",
};
const PROJECT: Readonly<Record<string, string>> = {
  "README.md": "hello\n",
  "src/a.ts": "export const a = 1;\n",
  "src/b.ts": "export const b = 1;\n",
  "docs/guide.md": "guide\n",
  "package.json": '{"name":"x","version":"1.0.0"}\n',
};

process.stdin.on("end", () => process.exit(1)).resume();
const [base = "", level = "", ...numbers] = process.argv.slice(2);
const workspace = join(base, "ws");
const isBound = level === "bound";
const data = isBound ? join(workspace, OWN_DATA) : join(base, "data");
const victim = await openVictim(base, data);
const first = makeProject();
const environment = { PATH: process.env.PATH, HOME: victim.home, LANG: "C.UTF-8" };
mkdirSync(join(base, "scratch"));
const toolplane = await createToolplane({
  workspace,
  userData: data,
  scratchParent: join(base, "scratch"),
  environment,
  sandbox: level === "plain" ? "plain" : "auto",
  preset: "everyday",
  contained: true,
  tools: [bashTool, undoTool],
  landing: { maxBytes: 40 << 20, maxFiles: 2_000 },
  broker: {
    // Where nothing is contained, a person says yes to the command; elsewhere nobody is there but to take changes back.
    async ask({ tool }) {
      if (isBound || tool === undoTool.id) return { choice: "once" };
      throw new ToolError("unavailable", "Nobody is there.");
    },
  },
  onWarning: () => {},
});
const told: { readonly name: string; readonly ran: boolean; readonly faults: readonly string[] }[] =
  [];
for (const number of numbers) {
  const script = HARMFUL_SCRIPTS[Number(number)];
  if (script === undefined) throw new RangeError(`there is no script ${number}`);
  const session = toolplane.session();
  told.push(await runOne(session, script, victim));
  await session.close();
}
const held = toolplane.host.sandbox.level;
await toolplane.close();
victim.close();
process.stdout.write(JSON.stringify({ held, told }));
process.exit(0);

async function runOne(session: Session, script: HarmfulScript, { names, look, faults }: Victim) {
  reset();
  const file = FILES[script.by];
  writeFileSync(join(workspace, file), `${aimedAt(script, names)}\n`);
  const before = readTree(workspace);
  look();
  const result = await session.call({
    id: "harm",
    name: "bash",
    arguments: { command: `${script.by} ${file}`, timeout_ms: COMMAND_MS },
  });
  const isTheirs = isBound && script.inside === true;
  const found = [...faults(isTheirs ? "" : outputOf(result))];
  if (landingOf(result)?.state === "landed")
    await session.call({ id: "undo", name: "undo", arguments: {} });
  for (const { callId } of await toolplane.landings.list()) await toolplane.landings.drop(callId);
  const after = readTree(workspace);
  // A person agreed to a command whose changes are real at once: what it did inside is theirs.
  const left = isBound ? [] : changedUnder(workspace, before, after);
  found.push(...left.map((path) => `not taken back: ${path.slice(workspace.length)}`));
  const code = result.type === "error" ? result.code : "output";
  return {
    name: `${script.aim}: ${script.name} (${script.by})`,
    ran: result.type === "output" || result.code === "timeout",
    faults:
      found.length === 0
        ? []
        : [...found.slice(0, 8), `(${code}: ${outputOf(result).slice(-300)})`],
  };
}

function outputOf(result: ToolResult): string {
  if (result.type === "error") return result.error_text;
  return `${JSON.stringify(result.data)} ${JSON.stringify(result.content ?? "")}`;
}

function makeProject(): string {
  const folder = join(base, "first");
  for (const [path, text] of Object.entries(PROJECT)) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const git = (...words: string[]) =>
    execFileSync("git", ["-C", folder, ...words], {
      env: { PATH: process.env.PATH, HOME: victim.home },
      stdio: "ignore",
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "first");
  mkdirSync(workspace, { recursive: true });
  cpSync(folder, workspace, { recursive: true });
  return folder;
}

function reset(): void {
  execFileSync("chmod", ["-R", "u+rwx", workspace]);
  for (const name of readdirSync(workspace))
    if (name !== OWN_DATA) rmSync(join(workspace, name), { recursive: true, force: true });
  cpSync(first, workspace, { recursive: true, verbatimSymlinks: true });
}
