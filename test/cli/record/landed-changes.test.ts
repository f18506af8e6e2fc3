/** A command's changes are shown wherever an edit's difference is: by name first, both texts from its landing, within bounds. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { type CliWorld, openCliWorld, programWords } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { createClient } from "../../mcp/world.ts";

const FILES = {
  "src/a.js": "export const a = 1;\n",
  "src/b.js": "export const b = 1;\n",
  "gone/x.txt": "x\n",
};
/** Changes, makes and removes; one file is shut by a rule, one holds what looks like a key. */
const COMMAND = [
  "sed -i 's/= 1/= 2/' src/*.js",
  "mkdir shut; echo new-key > shut/key.txt",
  `echo "token=ghp_${"a1B2".repeat(9)}" > conf.txt`,
  "head -c 20000000 /dev/zero | tr '\\0' a > big.txt",
  "rm -r gone",
].join("; ");

function open() {
  const world = openCliWorld(FILES);
  onTestFinished(() => world.remove());
  const rule = { permission: "fs.read", pattern: "shut/**", action: "deny" };
  mkdirSync(join(world.workspace, ".toolplane"));
  writeFileSync(join(world.workspace, ".toolplane/policy.jsonc"), JSON.stringify([rule]));
  return world;
}

/** The result of a command for an MCP client. */
async function callOverMcp(
  { workspace, environment }: CliWorld,
  command: string,
): Promise<readonly { readonly text: string; readonly annotations?: object }[]> {
  const client = createClient("2025-11-25", () => ({ action: "decline" }));
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [...programWords(), "mcp"],
      cwd: workspace,
      env: { ...environment },
      stderr: "ignore",
    }),
  );
  onTestFinished(() => client.close());
  const result = await client.callTool({ name: "bash", arguments: { command } });
  return result.content as { text: string; annotations?: object }[];
}

describe.skipIf(!hasSandbox)("what a command changed (needs bubblewrap)", () => {
  it("stands with its call, in show and before an undo", async () => {
    const world = open();
    const called = await world.run(["call", "bash", COMMAND]);
    expect([called.code, called.stdout]).toEqual([0, ""]);
    expect(called.stderr).toMatch(/src\/a\.js {2}\+1 −1\n +1 - export const a = 1;\n +1 \+ export/);

    // A later call changes one of them again: both are told apart.
    await world.run(["call", "write", "src/a.js", "export const a = 3;\n"]);
    const sessions = JSON.parse((await world.run(["sessions", "--json"])).stdout) as {
      sessions: { sessionId: string }[];
    };
    const id = sessions.sessions[1]?.sessionId ?? "";
    const { stdout } = await world.run(["show", id, "1", "--json"]);
    const { changes, files } = JSON.parse(stdout) as { changes: object[]; files: number };
    const at = (path: string) => join(world.workspace, path);
    expect(files).toBe(6);
    expect(changes).toMatchObject([
      { path: at("big.txt"), kind: "created", diff: "", note: "too large to show, 20 MB" },
      { path: at("conf.txt"), kind: "created", diff: expect.stringContaining("token=[redacted:") },
      { path: at("gone/x.txt"), kind: "removed", diff: expect.stringContaining("-x\n") },
      { path: at("shut/key.txt"), kind: "created", diff: "", note: "a rule closes this file" },
      { path: at("src/a.js"), diff: "", note: "changed since; before: text" },
      { path: at("src/b.js"), diff: expect.stringContaining("-export const b = 1;\n+export") },
    ]);
    expect(JSON.stringify(changes)).not.toContain("new-key");
    const shown = await world.run(["show", id, "1", "--diff"]);
    expect(shown.stdout).toContain("src/b.js  +1 −1");
    expect(shown.stdout).toContain("+ export const b = 2;");

    const plan = await world.run(["undo", id, "--without", "src/a.js"]);
    expect(plan.stdout).toMatch(/big\.txt {2}removed, too large to show, 20 MB/);
    expect(plan.stdout).toMatch(/src\/b\.js {2}changed\n +1 - export const b = 2;\n/);
  });

  it("stands in the result for an MCP client, without files that a rule closes", async () => {
    const world = open();
    const blocks = await callOverMcp(world, COMMAND);
    const block = blocks.find(({ annotations }) => annotations !== undefined);
    expect(block?.annotations).toEqual({ audience: ["user"] });
    expect(block?.text).toContain(`${join(world.workspace, "src/a.js")}  +1 -1\n`);
    expect(block?.text).toContain("+export const a = 2;");
    expect(block?.text).toContain("shut/key.txt  created, a rule closes this file");
    expect(JSON.stringify(blocks)).not.toContain("new-key");
  });
});

describe("what a command changed without a sandbox", () => {
  const command = "sed -i s/1/2/ src/*.js; echo new-key > shut/key.txt";
  async function openBare(): Promise<CliWorld> {
    const world = openCliWorld({ ...FILES, "shut/key.txt": "old-key\n" });
    onTestFinished(() => world.remove());
    mkdirSync(join(world.workspace, ".toolplane"));
    const rules = [
      { permission: "fs.read", pattern: "shut/**", action: "deny" },
      { permission: "fs.write", pattern: "{workspace}/**", action: "allow" },
      { permission: "shell.run", pattern: "*", action: "allow" },
    ];
    writeFileSync(join(world.workspace, ".toolplane/policy.jsonc"), JSON.stringify(rules));
    await world.run(["trust", "--yes"]);
    return { ...world, environment: { ...world.environment, TOOLPLANE_SANDBOX: "none" } };
  }

  it("stands with its call, and what is offered to be taken back is", async () => {
    const world = await openBare();
    const called = await world.run(["call", "bash", command, "--set", "sandbox=none"]);
    expect([called.code, called.stdout]).toEqual([0, ""]);
    expect(called.stderr).toMatch(/src\/a\.js {2}\+1 −1\n +1 - export const a = 1;\n +1 \+ export/);
    expect(called.stderr).toContain("Undo: toolplane undo");
    expect(called.stderr).not.toContain("-key\n");
    // The file that a rule closes was not looked at beforehand.
    const undone = await world.run(["undo", "--yes"]);
    expect(undone.stdout).toContain("2 files taken back");
    expect(readFileSync(join(world.workspace, "src/a.js"), "utf8")).toBe(FILES["src/a.js"]);
  });

  it("stands in the result for an MCP client", async () => {
    const blocks = await callOverMcp(await openBare(), command);
    const block = blocks.find(({ annotations }) => annotations !== undefined);
    expect(block?.text).toContain("+export const a = 2;");
    expect(JSON.stringify(blocks)).not.toContain("-key\\n");
  });
});
