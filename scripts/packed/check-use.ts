/** Uses what was installed, by one Node: the library, the command line, the MCP server; with a Node too old, only the refusal. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { hasSandbox } from "../../test/has-sandbox.ts";
import type { TriedNode } from "./install-nodes.ts";
import { installedEntries } from "./installed-entries.ts";
import { libraryProgram } from "./library-program.ts";
import { type ProgramEnd, runProgram } from "./run-program.ts";

/** The installed package, and the Node that uses it. */
export interface Use {
  readonly node: TriedNode;
  readonly consumer: string;
  readonly folder: string;
}

interface Step {
  readonly name: string;
  readonly words: readonly string[];
  readonly stdin?: string;
  readonly holds: (end: ProgramEnd) => boolean;
}

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "packed", version: "1" },
  },
};

const ACP_INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: 1 },
};

const STEPS: readonly Step[] = [
  {
    name: "--version",
    words: ["--version"],
    holds: ({ stdout }) => /^\d+\.\d+\.\d+\n$/.test(stdout),
  },
  { name: "alone", words: [], holds: ({ stdout }) => stdout.includes("call") },
  { name: "tools", words: ["tools", "--json"], holds: ({ stdout }) => stdout.includes('"read"') },
  {
    name: "call read",
    words: ["call", "read", '{"path":"notes.txt"}', "--json"],
    holds: ({ code, stdout }) => code === 0 && stdout.includes("first line"),
  },
  {
    name: "a call that is refused",
    words: ["call", "read", '{"path":".env"}', "--json"],
    holds: ({ code, stdout }) => code !== 0 && !stdout.includes("canary"),
  },
  {
    name: "a command in the sandbox",
    words: ["call", "bash", '{"command":"echo from-$((1+1))"}', "--json"],
    holds: ({ code, stdout }) =>
      code === 0 &&
      stdout.includes('"data":"from-2\\n"') &&
      stdout.includes(`"sandbox":"${hasSandbox ? "enforced" : "none"}"`),
  },
  {
    name: "mcp",
    words: ["mcp"],
    stdin: `${JSON.stringify(INITIALIZE)}\n`,
    holds: ({ stdout }) => stdout.includes('"serverInfo"'),
  },
  {
    name: "acp",
    words: ["acp"],
    stdin: `${JSON.stringify(ACP_INITIALIZE)}\n`,
    holds: ({ stdout }) => stdout.includes('"agentInfo"'),
  },
];

/** The rules of the machine's person: one thing never, and one without being asked. */
const POLICY = {
  rules: [
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "fs.write", pattern: "notes.txt", action: "allow" },
  ],
};

export async function checkUse(use: Use): Promise<readonly string[]> {
  const { node, consumer, folder } = use;
  const home = join(folder, `home-${node.version}`);
  const workspace = join(home, "project");
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, "notes.txt"), "first line\n");
  writeFileSync(join(workspace, ".env"), "SECRET=canary\n");
  mkdirSync(join(home, "config"), { mode: 0o700 });
  writeFileSync(join(home, "config/policy.jsonc"), JSON.stringify(POLICY));
  const env = {
    HOME: home,
    TOOLPLANE_DATA: join(home, "data"),
    TOOLPLANE_CONFIG: join(home, "config"),
    NODE_OPTIONS: undefined,
  };
  const program = join(consumer, "node_modules/toolplane/bin/toolplane.cjs");
  const cli = (words: readonly string[], stdin?: string): Promise<ProgramEnd> =>
    runProgram(node.program, [program, ...words], {
      cwd: workspace,
      env,
      anyCode: true,
      ...(stdin === undefined ? {} : { stdin }),
    });
  if (node.isTooOld) return refusesToStart(await cli(["tools"]));
  const faults: string[] = [];
  for (const { name, words, stdin, holds } of STEPS) {
    const end = await cli(words, stdin);
    if (!holds(end)) faults.push(`${name}: ${end.code}\n${end.stdout}${end.stderr}`);
  }
  faults.push(...(await startsByName(use, { cwd: workspace, env })));
  faults.push(...(await undoes(cli, workspace)));
  faults.push(...(await runLibrary(use, { cwd: workspace, env })));
  return [...faults, ...(await loadEntries(use, { cwd: workspace, env }))];
}

function refusesToStart({ code, stdout, stderr }: ProgramEnd): readonly string[] {
  const oneLine = /^toolplane needs Node [\d.]+ or newer; this is v20\.[\d.]+\.\n$/.test(stderr);
  return code === 1 && stdout === "" && oneLine ? [] : [`${code}\n${stdout}${stderr}`];
}

/** Writes by a call that a rule allows, and takes it back. */
async function undoes(
  cli: (words: readonly string[]) => Promise<ProgramEnd>,
  workspace: string,
): Promise<readonly string[]> {
  const file = join(workspace, "notes.txt");
  const edit = { path: "notes.txt", old_string: "first", new_string: "changed" };
  const edited = await cli(["call", "edit", JSON.stringify(edit), "--json"]);
  if (!readFileSync(file, "utf8").startsWith("changed"))
    return [`edit: ${edited.code}\n${edited.stdout}${edited.stderr}`];
  const undone = await cli(["undo", "--yes", "--json"]);
  const back = readFileSync(file, "utf8").startsWith("first");
  return back ? [] : [`undo: ${undone.code}\n${undone.stdout}${undone.stderr}`];
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Starts the server by `npx`, as clients do that were set up by name; the steps above start the file that others were given. */
async function startsByName(
  { node, consumer }: Use,
  { env }: Surroundings,
): Promise<readonly string[]> {
  const words = ["--no-install", "toolplane", "mcp"];
  const { code, stdout, stderr } = await runProgram("npx", words, {
    cwd: consumer,
    // The program begins with `env node`.
    env: { ...env, PATH: `${dirname(node.program)}${delimiter}${process.env.PATH ?? ""}` },
    stdin: `${JSON.stringify(INITIALIZE)}\n`,
    anyCode: true,
  });
  return stdout.includes('"serverInfo"') ? [] : [`npx toolplane mcp: ${code}\n${stdout}${stderr}`];
}

async function runLibrary(
  { node, consumer }: Use,
  options: Surroundings,
): Promise<readonly string[]> {
  const file = join(consumer, "library.mjs");
  writeFileSync(file, libraryProgram("toolplane"));
  const { code, stdout, stderr } = await runProgram(node.program, [file], {
    ...options,
    anyCode: true,
  });
  return code === 0 && stdout === "A LOUD WORD permission_denied\n"
    ? []
    : [`library: ${code}\n${stdout}${stderr}`];
}

/** Loads every entry of every package, also of those that no step above uses. */
async function loadEntries(
  { node, consumer }: Use,
  options: Surroundings,
): Promise<readonly string[]> {
  const file = join(consumer, "entries.mjs");
  const lines = installedEntries(consumer).map((entry) => `await import("${entry}");\n`);
  writeFileSync(file, lines.join(""));
  const { code, stderr } = await runProgram(node.program, [file], { ...options, anyCode: true });
  return code === 0 ? [] : [`entries: ${code}\n${stderr}`];
}
