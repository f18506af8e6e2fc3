/**
 * SECURITY.md: "what runs under rules ends when they do not let it run any more". A rule file that changes is followed by every way
 * in: what it closes ends without another call. The servers over stdio: test/mcp/followed-rules.test.ts.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { type CliWorld, openCliWorld, openConsoleWorld, openEditor } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { processesOf } from "../../mcp/processes-of.ts";
import { serve } from "../../mcp/running-server.ts";
import { createClient } from "../../mcp/world.ts";
import { WAITING_MS } from "../../setup/hanging.ts";

const WAIT = { timeout: WAITING_MS, interval: 50 };
const LOOP = "import time\nwhile True:\n    open('a.txt').read()\n    time.sleep(0.05)\n";
const ALLOW = { permission: "*", pattern: "**", action: "allow" };
const DENY = { permission: "fs.read", pattern: "**/a.txt", action: "deny" };
const rulesText = (...rules: readonly object[]): string => JSON.stringify({ rules });
const FILES = {
  "a.txt": "alpha\n",
  "loop.py": LOOP,
  "../config/policy.jsonc": rulesText(ALLOW),
};
const RULE = "fs.read **/a.txt deny";

/** The command lines that loop, in the background and in the foreground. */
const LINES = { background: /python3 loop\.py$/, foreground: /loop\.py # held/ };
const looping = ({ root }: Pick<CliWorld, "root">, line = /python3 loop\.py/): boolean =>
  processesOf(root).some((each) => line.test(each));

/** A process in the background and a command in the foreground, then the last word. */
const TURNS = [
  { calls: [{ name: "background", arguments: { action: "start", command: "python3 loop.py" } }] },
  { calls: [{ name: "bash", arguments: { command: "python3 loop.py # held" } }] },
  { text: "Done." },
];

/** Something of a face runs. */
interface Begun {
  readonly world: Pick<CliWorld, "root">;
  readonly runs: readonly (keyof typeof LINES)[];
  /** What was told of their end, once they have ended. */
  readonly told: () => Promise<string>;
}

const FACES: Readonly<Record<string, () => Promise<Begun>>> = {
  async call() {
    const world = openCliWorld(FILES);
    onTestFinished(world.remove);
    const called = world.run(["call", "bash", "python3 loop.py # held"]);
    const told = async () => (await called).stderr.replaceAll(/\s+/g, " ");
    return { world, runs: ["foreground"], told };
  },

  async run() {
    const script = TURNS.map((turn) => JSON.stringify(turn)).join("\n");
    const world = openCliWorld({ ...FILES, "turns.jsonl": script });
    onTestFinished(world.remove);
    const ran = world.run(["run", "Go.", "--script", "turns.jsonl", "--json"]);
    return { world, runs: ["background", "foreground"], told: async () => (await ran).stdout };
  },

  async acp() {
    const editor = await openEditor({ script: TURNS, files: FILES, answer: () => "allow_once" });
    onTestFinished(() => editor.close());
    const sessionId = await editor.session();
    const prompting = editor.prompt(sessionId, "Go.");
    return {
      world: editor.world,
      runs: ["background", "foreground"],
      async told() {
        expect(await prompting).toEqual({ stopReason: "end_turn" });
        return JSON.stringify(editor.updates);
      },
    };
  },

  async serve() {
    const world = openCliWorld(FILES);
    const server = await serve(world);
    const client = createClient("2025-11-25");
    onTestFinished(async () => {
      await client.close();
      await server.stop();
      world.remove();
    });
    const headers = { authorization: `Bearer ${server.token}` };
    const requestInit = { headers };
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url), { requestInit }));
    const call = (args: Record<string, unknown>) =>
      client.callTool({ name: "background", arguments: args });
    await call({ action: "start", command: "python3 loop.py" });
    const told = async () => JSON.stringify(await call({ action: "list" }));
    return { world, runs: ["background"], told };
  },

  async console() {
    const { world, send, close } = await openConsoleWorld(FILES);
    onTestFinished(close);
    const body = { arguments: { command: "python3 loop.py # held" } };
    const sent = send("/api/v1/tools/bash/call", { method: "POST", body });
    return { world, runs: ["foreground"], told: async () => (await sent).text };
  },
};

describe("a rule file that closes what runs", () => {
  it.each(Object.entries(FACES))("ends it under %s, and names the rule", async (_face, begin) => {
    const { world, runs, told } = await begin();
    for (const which of runs)
      await expect.poll(() => looping(world, LINES[which]), WAIT).toBe(true);
    writeFileSync(join(world.root, "config/policy.jsonc"), rulesText(ALLOW, DENY));
    await expect.poll(() => looping(world), WAIT).toBe(false);
    expect(await told()).toContain(RULE);
  });
});
