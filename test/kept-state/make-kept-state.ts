/**
 * Writes down what people have, with the code of an older checkout:
 *
 *   node --conditions=@toolplane/source test/kept-state/make-kept-state.ts CHECKOUT FOLDER
 *
 * CHECKOUT is a working tree of that commit with its node_modules; FOLDER gets the copy. Everything is made by that checkout's
 * own program and library in `/tmp/toolplane-kept`: the record holds absolute paths under a hash chain, so the tests put a copy
 * back in the same place. Needs bubblewrap.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { KEPT_ROOT } from "./kept-root.ts";

const PROJECT = join(KEPT_ROOT, "project");
const DATA = join(KEPT_ROOT, "data");
const CONFIG = join(KEPT_ROOT, "config");
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "",
  HOME: join(KEPT_ROOT, "home"),
  LANG: "C.UTF-8",
  TOOLPLANE_DATA: DATA,
  TOOLPLANE_CONFIG: CONFIG,
};

/** Before any call; `.env` is denied by the project's rules, and writing to `notes.md` is allowed. */
const FILES: Readonly<Record<string, string>> = {
  "project/notes.md": "# Notes\n\nfirst\n",
  "project/total.txt": "40\n",
  "project/old.txt": "old\n",
  "project/.env": "API_KEY=swordfish\n",
  "project/.toolplane/policy.jsonc": `// Rules of this project.
{
  "rules": [
    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" },
    { "permission": "fs.write", "pattern": "{workspace}/notes.md", "action": "allow" },
    { "permission": "bash", "pattern": "git push *", "action": "ask" }
  ]
}
`,
  "project/.toolplane/config.jsonc": `{ "tools": { "grep": { "maxMatches": 7 } } }\n`,
  "config/config.jsonc": `// Kept for ever: a test that lets go of it after 90 days would prove nothing.
{ "keepDays": 0, "keepMegabytes": 0, "projectApprovals": true }
`,
  "config/policy.jsonc": `{ "rules": [{ "permission": "bash", "pattern": "npm publish *", "action": "deny" }] }\n`,
};

/** Assembled here, so that no scanner takes it for one. */
const LOOKS_SECRET = ["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_");

const [checkout = "", folder = "", role] = process.argv.slice(2);
if (role === undefined) await make();
else await runKilled();

async function make(): Promise<void> {
  rmSync(KEPT_ROOT, { recursive: true, force: true });
  mkdirSync(ENVIRONMENT.HOME ?? "", { recursive: true });
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(KEPT_ROOT, path)), { recursive: true });
    writeFileSync(join(KEPT_ROOT, path), text);
  }
  toolplane("trust", "--yes");
  const session = workOnFiles();
  await answerQuestions();
  await killSession();
  await leaveQuestion();
  keep();
  console.log(`made ${folder}; the session of the files is ${session}`);
}

/** One session of the command line: read, edit, a command with changes, a refusal, a failure, a mask, a cut result. */
function workOnFiles(): string {
  toolplane("call", "read", "notes.md");
  const { sessions } = JSON.parse(toolplane("sessions", "--json")) as {
    readonly sessions: readonly { readonly sessionId: string }[];
  };
  const id = sessions[0]?.sessionId ?? "";
  const call = (...words: readonly string[]) => toolplane("call", ...words, "--session", id);
  call("edit", JSON.stringify({ path: "notes.md", old_string: "first", new_string: "second" }));
  call(
    "bash",
    "sed -i s/40/42/ total.txt; rm old.txt; mkdir -p made && printf 'new\\n' > made/new.txt",
  );
  call("read", ".env");
  call("read", "missing.md");
  call("bash", `echo token ${LOOKS_SECRET}`);
  call("bash", "yes line | head -c 210000");
  const todo = { content: "Go on", activeForm: "Going on", status: "pending" };
  call("todo", JSON.stringify({ todos: [todo] }));
  return id;
}

/** Answers for a session and for the project, once and no, by the library with somebody to ask. */
async function answerQuestions(): Promise<void> {
  const { tp, defineTool } = await openLibrary(["session", "project", "once", "reject"]);
  tp.kernel.register(
    defineTool({
      id: "long_text",
      description: "Says more than is passed on.",
      parameters: { type: "object" },
      requires: {},
      gated: false,
      execute: () => "line\n".repeat(42_000),
    }),
  );
  const session = tp.session({ id: "ses_answers" });
  const write = (id: string, path: string) =>
    session.call({ id, name: "write", arguments: { path, content: `${id}\n` } });
  await write("for_session", "session.txt");
  await write("for_project", "project.txt");
  await write("for_once", "once.txt");
  await write("for_nobody", "rejected.txt");
  await session.call({ id: "cut", name: "long_text", arguments: {} });
  await tp.close();
}

/** A process that ends in the middle of a call: an intent without an outcome, and a sidecar that nobody removed. */
async function killSession(): Promise<void> {
  const child = start([process.argv[1] ?? "", checkout, folder, "killed"]);
  await until(child, "running");
  child.kill("SIGKILL");
}

async function runKilled(): Promise<void> {
  const { tp, defineTool } = await openLibrary(["once"]);
  tp.kernel.register(
    defineTool({
      id: "append_line",
      description: "Writes a line, and then waits.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      requires: { fs: { write: ["{workspace}/**"] } },
      resources: { path: "fs.write" },
      execute: async ({ path }, { fs }) => {
        await fs.write(String(path), "half\n");
        console.log("running");
        return new Promise<never>(() => setInterval(() => {}, 1_000));
      },
    }),
  );
  const session = tp.session({ id: "ses_killed" });
  await session.call({
    id: "cut",
    name: "bash",
    arguments: { command: "yes cut | head -c 210000" },
  });
  await session.call({ id: "half", name: "append_line", arguments: { path: "half.txt" } });
}

/** A question that waits, of a process that is gone. */
async function leaveQuestion(): Promise<void> {
  const words = ["call", "write", "--path", "asked.txt", "--content", "x", "--wait"];
  const child = start([join(checkout, "packages/toolplane/bin/toolplane.cjs"), ...words]);
  for (let left = 100; !toolplane("approvals", "--json").includes("asked.txt"); left -= 1)
    if (left === 0) throw new TypeError("no question came to wait");
  child.kill("SIGKILL");
}

async function openLibrary(answers: readonly ("once" | "session" | "project" | "reject")[]) {
  const url = pathToFileURL(join(checkout, "packages/toolplane/src/index.ts")).href;
  const { createToolplane, defineTool } = (await import(url)) as typeof import("toolplane");
  const left = [...answers];
  const tp = await createToolplane({
    workspace: PROJECT,
    userData: DATA,
    environment: ENVIRONMENT,
    preset: "everyday",
    projectApprovals: true,
    policy: join(PROJECT, ".toolplane/policy.jsonc"),
    broker: { ask: async () => ({ choice: left.shift() ?? "reject" }) },
  });
  return { tp, defineTool };
}

function keep(): void {
  rmSync(folder, { recursive: true, force: true });
  for (const part of ["project", "config", "data/trust", "data/record.key"])
    cpSync(join(KEPT_ROOT, part), join(folder, part), { recursive: true });
  const store = join(DATA, "record.sqlite");
  // Closes the log that the killed processes left: the copy is one file.
  spawnSync("sqlite3", [store, "PRAGMA wal_checkpoint(TRUNCATE)"]);
  writeFileSync(join(folder, "data/record.sqlite.gz"), gzipSync(readFileSync(store), { level: 9 }));
}

/** Runs the checkout's program to its end; what it says is kept in the record, so its exit code does not matter. */
function toolplane(...words: readonly string[]): string {
  const program = join(checkout, "packages/toolplane/bin/toolplane.cjs");
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...words], {
    cwd: PROJECT,
    env: ENVIRONMENT,
    encoding: "utf8",
  });
  console.error(`${words.join(" ").slice(0, 70)}: ${status} ${stderr.split("\n")[0]}`);
  return stdout;
}

function start(words: readonly string[]): ChildProcess {
  const flags = ["--disable-warning=ExperimentalWarning", "--conditions=@toolplane/source"];
  return spawn(process.execPath, [...flags, ...words], { cwd: PROJECT, env: ENVIRONMENT });
}

function until(child: ChildProcess, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => String(chunk).includes(text) && resolve());
    child.stderr?.on("data", (chunk: Buffer) => console.error(String(chunk)));
    child.on("exit", () => reject(new TypeError("it ended by itself")));
  });
}
