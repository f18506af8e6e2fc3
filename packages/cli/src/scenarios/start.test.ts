import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { CLIENT_NAMES } from "@toolplane/gateway/inside";
import { parse as parseJson } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";
import { afterEach, describe, expect, it } from "vitest";
import { type CliWorld, openCliWorld, PROGRAM } from "./cli-world.fixture.ts";

const worlds: CliWorld[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

function open(files: Readonly<Record<string, string>> = {}): CliWorld {
  const world = openCliWorld(files);
  worlds.push(world);
  return world;
}

const start = (world: CliWorld, client: string, ...words: string[]) =>
  world.run(["start", "--for", client, ...words]);
const text = (world: CliWorld, path: string) => readFileSync(join(world.workspace, path), "utf8");

/** Existing settings of a person, with what a careless merge would lose. */
const OPENCODE = `{
  // my model
  "model": "x/y", /* kept */
  "tools": { "bash": true, "mine": true },
  "mcp": {
    "other": { "type": "local", "command": ["o"] }, // mine too
  },
}
`;
const CODEX = `# my model
model = "x"   # fast

[features]
web = true # wanted
shell_tool = true

[mcp_servers.toolplane]
command = "old"
[mcp_servers.toolplane.env]
A = "1"

# the last one
[mcp_servers.other]
command = "o"
`;

describe("toolplane start --for", () => {
  it("prints last what most people paste: the server that the client starts itself", async () => {
    const { stdout } = await start(open(), "opencode");
    expect(stdout.lastIndexOf('"type": "local"')).toBeGreaterThan(
      stdout.lastIndexOf('"type": "remote"'),
    );
    expect(stdout.trimEnd().split("\n").slice(-40).join("\n")).toContain('"type": "local"');
  });

  it("prints for every client what it needs, without the token: whole paths, and none of them in a file that others commit", async () => {
    const world = open();
    for (const client of CLIENT_NAMES) {
      const { code, stdout } = await start(world, client, "--json");
      const { stdio, http, ownTools } = JSON.parse(stdout);
      const all = stdio.map((paste: { text: string }) => paste.text).join("\n");
      expect([client, code]).toEqual([client, 0]);
      const isShared = !["cline", "zed", "json"].includes(client);
      for (const word of [process.execPath, realpathSync(PROGRAM), world.workspace])
        expect(all.includes(JSON.stringify(word)), client).toBe(!isShared);
      if (isShared) expect(all, client).toMatch(/"toolplane"[\s\S]*"mcp"[\s\S]*"--workspace"/);
      expect(http[0].text, client).toContain("http://127.0.0.1:7433/mcp");
      expect(ownTools.how, client).not.toBe("");
      for (const { into, text: block } of [...stdio, ...http]) {
        if (block.startsWith("{")) JSON.parse(block);
        if (into.includes(".toml")) parseToml(block);
      }
    }
    const { stdout } = await world.run(["start", "--client", "cursor", "--wait"]);
    expect(stdout).toContain('"--wait"');
    expect(stdout).toContain("a way past toolplane");
    expect(existsSync(world.data)).toBe(false);
  });

  it("writes and takes back every client's files, byte for byte", async () => {
    const world = open();
    for (const client of CLIENT_NAMES.filter((name) => name !== "json")) {
      const shown = await start(world, client, "--write");
      expect([client, shown.code]).toEqual([client, 4]);
      const written = await start(world, client, "--write", "--yes", "--json");
      const { files, done } = JSON.parse(written.stdout);
      expect([client, done, files.every(existsSync)]).toEqual([client, true, true]);
      const again = await start(world, client, "--write", "--yes");
      expect(again.stderr).toContain("set up already");
      expect(JSON.parse((await start(world, client, "--undo", "--yes", "--json")).stdout)).toEqual(
        expect.objectContaining({ done: true, files }),
      );
      for (const file of files)
        expect([file, existsSync(dirname(file))]).toEqual([
          file,
          dirname(file) === world.workspace,
        ]);
    }
    expect((await start(world, "json", "--write", "--yes")).code).toBe(2);
  });

  it("merges into what is there, keeps comments and other keys, and takes only its own part back", async () => {
    const world = open({ "opencode.jsonc": OPENCODE, ".codex/config.toml": CODEX });
    const { stdout } = await start(world, "opencode", "--write", "--yes");
    expect(stdout).toMatch(/- .*"bash": true/);
    await start(world, "codex", "--write", "--yes");
    const opencode = text(world, "opencode.jsonc");
    for (const kept of ["// my model", "/* kept */", "// mine too"])
      expect(opencode).toContain(kept);
    expect(parseJson(opencode)).toMatchObject({
      model: "x/y",
      tools: { bash: false, mine: true, read: false },
      mcp: {
        other: { command: ["o"] },
        toolplane: {
          command: ["toolplane", "mcp", "--workspace", "."],
        },
      },
    });
    const codex = text(world, ".codex/config.toml");
    for (const kept of ["# my model", "# fast", "# wanted"]) expect(codex).toContain(kept);
    expect(parseToml(codex)).toMatchObject({
      features: { web: true, shell_tool: false },
      mcp_servers: {
        toolplane: { command: "toolplane", default_tools_approval_mode: "approve" },
        other: { command: "o" },
      },
    });
    expect(codex).not.toContain("[mcp_servers.toolplane.env]");

    // A person's own edits in between stay.
    writeFileSync(join(world.workspace, "opencode.jsonc"), opencode.replace('"x/y"', '"x/z"'));
    await start(world, "opencode", "--undo", "--yes");
    expect(parseJson(text(world, "opencode.jsonc"))).toEqual({
      model: "x/z",
      tools: { bash: true, mine: true },
      mcp: { other: { type: "local", command: ["o"] } },
    });
    await start(world, "codex", "--undo", "--yes");
    expect(text(world, ".codex/config.toml")).toBe(CODEX);
  });

  it("adds words to lists once and takes back only those it added", async () => {
    const mine =
      '{\n\t"permissions": {\n\t\t"deny": [\n\t\t\t"Read", // mine\n\t\t\t"Bash(rm *)"\n\t\t]\n\t}\n}\n';
    const world = open({ ".claude/settings.local.json": mine });
    await start(world, "claude-code", "--write", "--yes");
    const written = text(world, ".claude/settings.local.json");
    const { deny } = parseJson(written).permissions;
    expect(deny.slice(0, 3)).toEqual(["Read", "Bash(rm *)", "Bash"]);
    expect(deny.filter((word: string) => word === "Read")).toEqual(["Read"]);
    expect(written).toContain("// mine");
    writeFileSync(join(world.workspace, ".claude/settings.local.json"), `${written}\n`);
    await start(world, "claude-code", "--undo", "--yes");
    expect(parseJson(text(world, ".claude/settings.local.json")).permissions).toMatchObject({
      deny: ["Read", "Bash(rm *)"],
    });
  });

  it("can be written again after a change, and taken back to what was there at first", async () => {
    const world = open({ "opencode.json": '{ "model": "a" }\n' });
    await start(world, "opencode", "--write", "--yes");
    const changed = text(world, "opencode.json").replace('"mcp"', '"mcp_was"');
    writeFileSync(join(world.workspace, "opencode.json"), changed);
    await start(world, "opencode", "--write", "--wait", "--yes");
    await start(world, "opencode", "--undo", "--yes");
    const left = parseJson(text(world, "opencode.json"));
    expect([left.model, left.mcp?.toolplane, left.tools?.bash]).toEqual([
      "a",
      undefined,
      undefined,
    ]);
  });

  it.each([
    ["opencode", "opencode.json", "{ broken", "one JSON object"],
    ["opencode", "opencode.json", "[]", "one JSON object"],
    ["opencode", "opencode.json", '{ "mcp": 3 }', "mcp is not an object"],
    ["opencode", "opencode.json", '{ "mcp": {}, "mcp": { "a": 1 } }', "without loss"],
    [
      "claude-code",
      ".claude/settings.local.json",
      '{ "permissions": { "deny": "x" } }',
      "not a list",
    ],
    ["codex", ".codex/config.toml", "= broken", "is not TOML"],
    [
      "codex",
      ".codex/config.toml",
      "mcp_servers = { toolplane = { command = 'x' } }\n",
      "is not TOML",
    ],
    ["codex", ".codex/config.toml", "features.shell_tool = true\n", "is not TOML"],
  ])(
    "leaves a file of %s alone that it cannot change without loss: %s %s",
    async (client, path, content, why) => {
      const world = open({ [path]: content });
      const { code, stderr } = await start(world, client, "--write", "--yes");
      expect([code, stderr.replace(/\s+/g, " ")]).toEqual([2, expect.stringContaining(why)]);
      expect(stderr.trimEnd().split("\n").length).toBeLessThanOrEqual(3);
      expect(text(world, path)).toBe(content);
      expect(existsSync(join(world.workspace, ".mcp.json"))).toBe(false);
    },
  );

  it("follows no link, neither of the file nor of a folder on the way", async () => {
    const world = open();
    const outside = join(world.root, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "opencode.json"), "{}\n");
    symlinkSync(join(outside, "opencode.json"), join(world.workspace, "opencode.json"));
    symlinkSync(outside, join(world.workspace, ".gemini"));
    for (const client of ["opencode", "gemini"]) {
      const { code, stderr } = await start(world, client, "--write", "--yes");
      expect([client, code, stderr]).toEqual([client, 2, expect.stringContaining("is a link")]);
    }
    expect(readFileSync(join(outside, "opencode.json"), "utf8")).toBe("{}\n");
    expect(existsSync(join(outside, "settings.json"))).toBe(false);
  });

  it("keeps a file's mode, and says in one line when it cannot be written", async () => {
    const world = open({ "opencode.json": "{}\n" });
    const path = join(world.workspace, "opencode.json");
    chmodSync(path, 0o600);
    await start(world, "opencode", "--write", "--yes");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(join(world.workspace, ".cursor"), "no folder");
    const { code, stderr } = await start(world, "cursor", "--write", "--yes");
    expect([code, stderr]).toEqual([2, expect.stringMatching(/\.cursor\/mcp\.json.*cannot be/s)]);
  });

  it.each([["--write"], ["--undo"], ["--yes"]])("%s needs a client", async (option) => {
    expect(await open().run(["start", option])).toMatchObject({ code: 2 });
  });
});
