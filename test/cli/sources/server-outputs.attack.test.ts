/**
 * SECURITY.md: "nothing that a contained command destroyed is lost". What an MCP server destroys in the outputs that a person named
 * for it is listed as a session of its own, and `undo` brings it back.
 */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { treeOf } from "../landing/tree-of.ts";

/** A server whose only tool runs a line of shell. */
const SERVER = `
const { execFileSync } = require("node:child_process");
const tools = [{ name: "run", inputSchema: { type: "object", properties: { line: { type: "string" } } } }];
require("node:readline").createInterface({ input: process.stdin }).on("line", (text) => {
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return;
  const say = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  if (method === "initialize")
    say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } });
  else if (method === "tools/list") say({ tools });
  else if (method === "tools/call") {
    execFileSync("sh", ["-c", params.arguments.line], { stdio: "ignore" });
    say({ content: [{ type: "text", text: "ran" }] });
  } else say({});
});
`;

const CLIENT = "MCP servers";
const RULES = JSON.stringify({
  rules: [{ permission: "mcp__s__*", pattern: "**", action: "allow" }],
});

async function openWorld(): Promise<CliWorld> {
  const world = openCliWorld({
    "../server.cjs": SERVER,
    "../config/policy.jsonc": RULES,
    "src/one.txt": "one\n",
    "src/two.txt": "two\n",
    "src/deep/a/leaf": "leaf\n",
    "mine.txt": "mine\n",
  });
  onTestFinished(world.remove);
  mkdirSync(join(world.workspace, "src/empty"));
  chmodSync(join(world.workspace, "src/two.txt"), 0o755);
  symlinkSync("one.txt", join(world.workspace, "src/link"));
  const server = [process.execPath, join(world.root, "server.cjs")];
  const added = await world.run(["add", "s", "--yes", "--writes", "src", "--", ...server]);
  expect(added).toMatchObject({ code: 0 });
  return world;
}

async function runLine(world: CliWorld, line: string): Promise<void> {
  world.write({ "../args.json": JSON.stringify({ line }) });
  const called = await world.run(["call", "mcp__s__run", "--args-file", "../args.json"]);
  expect(called, called.stderr).toMatchObject({ code: 0 });
}

const LINES = [
  "rm -rf src/*",
  "echo bad > src/one.txt; chmod 600 src/two.txt; mv src/deep src/far; mkdir -p src/n/1; echo x > src/n/1/x; ln -sfn n src/link",
];

describe.runIf(hasSandbox)("what an MCP server destroys in its outputs (needs bubblewrap)", () => {
  it("is listed as a session of its own, taken back by undo and made again by redo, and the record is whole", async () => {
    const world = await openWorld();
    const before = treeOf(world.workspace);
    for (const line of LINES) {
      await runLine(world, line);
      const after = treeOf(world.workspace);
      expect(after, line).not.toEqual(before);
      const listed = JSON.parse((await world.run(["sessions", "--json"])).stdout);
      const [own] = listed.sessions;
      expect(own, line).toMatchObject({ client: CLIENT, state: "closed", calls: 0 });
      const undone = await world.run(["undo", "--yes"]);
      expect(undone, line).toMatchObject({ code: 0 });
      expect(treeOf(world.workspace), line).toEqual(before);
      const redone = await world.run(["redo", own.sessionId, "--yes"]);
      expect(redone, line).toMatchObject({ code: 0 });
      expect(treeOf(world.workspace), line).toEqual(after);
      expect(await world.run(["undo", own.sessionId, "--yes"]), line).toMatchObject({ code: 0 });
    }
    expect(treeOf(world.workspace)).toEqual(before);
    const verified = await world.run(["verify", "--all"]);
    expect(verified, verified.stdout).toMatchObject({ code: 0 });
  });

  it("stays where a person changed it since, is no session where nothing was changed, and is never contained", async () => {
    const world = await openWorld();
    world.write({ "../config/policy.jsonc": "{}", "../args.json": '{ "line": "rm -rf src" }' });
    const asked = await world.run(["explain", "mcp__s__run", "--args-file", "../args.json"]);
    expect(asked.stdout).not.toContain("contained");
    expect(await world.run(["call", "mcp__s__run", "--args-file", "../args.json"])).toMatchObject({
      code: 4,
    });
    world.write({ "../config/policy.jsonc": RULES });
    await runLine(world, "true");
    const listed = JSON.parse((await world.run(["sessions", "--json"])).stdout);
    expect(JSON.stringify(listed)).not.toContain(CLIENT);
    await runLine(world, "echo bad > src/one.txt; rm src/two.txt");
    writeFileSync(join(world.workspace, "src/one.txt"), "theirs\n");
    const refused = await world.run(["undo", "--yes"]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain("src/one.txt");
    const other = ["undo", "--yes", "--file", "src/two.txt"];
    expect(await world.run(other)).toMatchObject({ code: 0 });
    expect(treeOf(world.workspace)).toMatchObject({
      "src/one.txt": expect.stringContaining("theirs"),
      "src/two.txt": expect.stringContaining("two"),
    });
  });
});
