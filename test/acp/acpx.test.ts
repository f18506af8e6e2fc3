/** A client that is not ours: acpx, over the real program. What both wrote is held against the protocol's schema. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type CliWorld, createProtocolCheck, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { processesOf } from "../mcp/processes-of.ts";

const ROOT = join(import.meta.dirname, "../..");
const ACPX = join(ROOT, "node_modules/acpx/dist/cli.js");
const TEE = join(import.meta.dirname, "tee-lines.ts");

const worlds: CliWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

const FILES = { "add.mjs": "export const add = (a, b) => a - b;\n" };
const ASK_EDITS = '{ "rules": [{ "permission": "edit", "pattern": "*", "action": "ask" }] }\n';
const MEND = [
  { text: "I look first.", calls: [{ name: "read", arguments: { path: "add.mjs" } }] },
  {
    calls: [
      { name: "edit", arguments: { path: "add.mjs", old_string: "a - b", new_string: "a + b" } },
    ],
  },
  { text: "Mended." },
];

function open(turns: readonly object[]): CliWorld {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ ...FILES, ".toolplane/policy.jsonc": ASK_EDITS });
  worlds.push(world);
  writeFileSync(join(world.root, "turns.jsonl"), script);
  mkdirSync(join(world.root, "lines"));
  return world;
}

function acpx(world: CliWorld, ...words: string[]): ChildProcess {
  const { program, words: own } = world.command([
    "acp",
    "--script",
    join(world.root, "turns.jsonl"),
  ]);
  const agent = [process.execPath, TEE, join(world.root, "lines"), program, ...own].join(" ");
  return spawn(process.execPath, [ACPX, "--cwd", world.workspace, "--agent", agent, ...words], {
    cwd: world.workspace,
    env: { ...process.env, ...world.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(world: CliWorld, ...words: string[]): Promise<string> {
  const child = acpx(world, ...words);
  const [out, error] = await Promise.all([
    text(child.stdout as never),
    text(child.stderr as never),
  ]);
  return `${out}\n${error}`;
}

/** What was wrong with the lines of either side, and how many there were. */
function linesOf(world: CliWorld): { readonly faults: readonly string[]; readonly count: number } {
  const check = createProtocolCheck();
  const of = (side: "client" | "agent"): string =>
    readFileSync(join(world.root, "lines", `${side}.jsonl`), "utf8");
  // Requests of both before the answers of either: which came first is not kept.
  const client = of("client");
  const agent = of("agent");
  for (const [side, lines] of [
    ["client", client],
    ["agent", agent],
  ] as const)
    check.take(side, only(lines, /"method":/));
  for (const [side, lines] of [
    ["client", client],
    ["agent", agent],
  ] as const)
    check.take(side, only(lines, /^(?!.*"method":)/));
  return { faults: check.faults(), count: check.count() };
}

function only(lines: string, wanted: RegExp): string {
  return lines
    .split("\n")
    .filter((line) => line !== "" && wanted.test(line))
    .map((line) => `${line}\n`)
    .join("");
}

const added = (world: CliWorld): string => readFileSync(join(world.workspace, "add.mjs"), "utf8");

describe("acpx", () => {
  it("completes a prompt, with an approval", async () => {
    const world = open(MEND);
    const said = await run(world, "--approve-all", "exec", "Mend add.");
    expect(said).toContain("Mended.");
    expect(said).toContain("end_turn");
    expect(added(world)).toContain("a + b");
    const { faults, count } = linesOf(world);
    expect(faults).toEqual([]);
    expect(count).toBeGreaterThan(10);
  });

  it("denies, with no capability of its own", async () => {
    const world = open(MEND);
    const said = await run(world, "--deny-all", "--no-fs", "--no-terminal", "exec", "Mend add.");
    expect(said).toContain("Mended.");
    expect(added(world)).toContain("a - b");
    expect(readFileSync(join(world.root, "lines/agent.jsonl"), "utf8")).not.toContain('"fs/');
    expect(linesOf(world).faults).toEqual([]);
  });

  it("cancels", async () => {
    const world = open([
      { calls: [{ name: "bash", arguments: { command: "echo begun; sleep 600" } }] },
    ]);
    const child = acpx(world, "--approve-all", "exec", "Wait.");
    const out = text(child.stdout as never);
    const log = join(world.root, "lines/agent.jsonl");
    while (!(existsSync(log) && readFileSync(log, "utf8").includes("begun")))
      await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill("SIGINT");
    await out;
    // acpx waits two and a half seconds for the answer and then ends the agent; on a busy machine that comes first.
    await expect.poll(() => processesOf(world.root)).toEqual([]);
    expect(readFileSync(join(world.root, "lines/client.jsonl"), "utf8")).toContain(
      '"method":"session/cancel"',
    );
    // Whichever it was, the command ended with its call, and the record says so.
    const { stdout } = await world.run(["sessions", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      sessions: [{ state: "closed", calls: 1, stopped: 1, unsettled: 0 }],
    });
    expect(linesOf(world).faults).toEqual([]);
  });
});
