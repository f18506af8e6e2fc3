import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { planUndo, planWrite } from "../../clients/files/plan-client.ts";
import type { Server } from "../../clients/known/client.ts";
import { findClientList, replacingEdits } from "./find-client-list.ts";
import { readClientServers } from "./read-client-servers.ts";

const root = mkdtempSync(join(tmpdir(), "toolplane-take-over-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const SERVER: Server = { kind: "stdio", command: "/opt/node", args: ["/opt/toolplane.cjs", "mcp"] };

/** Each as its users write it: comments, odd spaces, members that do not concern us, no newline at the end, CRLF. */
const FILES = [
  {
    client: "claude-code",
    path: ".mcp.json",
    text: `{
  // what the team uses
  "mcpServers": {
    "files": { "type": "stdio", "command": "npx", "args": ["-y", "files"], "env": { "KEY": "\${KEY}" } }, // keep me
    /* a second */ "far":   { "type": "http", "url": "https://x.test/mcp" },
  },
}
`,
    kept: ["// what the team uses"],
  },
  {
    client: "vscode",
    path: ".vscode/mcp.json",
    text: `{\r\n\t// asked once\r\n\t"inputs": [ { "type": "promptString", "id": "t", "description": "T" } ],\r\n\t"servers": {\r\n\t\t"files": { "type": "stdio", "command": "npx", "args": ["-y", "files"] },\r\n\t\t"asks": { "type": "stdio", "command": "x", "env": { "T": "\${input:t}" } },\r\n\t\t"far": { "type": "http", "url": "https://x.test/mcp" }\r\n\t}\r\n}\r\n`,
    kept: ["// asked once", '"promptString"', '"asks"', "${input:t}"],
  },
  {
    client: "cursor",
    path: ".cursor/mcp.json",
    text: `{"mcpServers":{"files":{"command":"npx","args":["-y","files"]},"far":{"url":"https://x.test/mcp"}}}`,
    kept: [],
  },
  {
    client: "codex",
    path: ".codex/config.toml",
    text: `# how I work
model = "m" # the fast one

[mcp_servers.files] # of the team
command = "npx"
args = ["-y", "files"]

[mcp_servers.files.env]
KEY = "v"

[mcp_servers."far"]
url = "https://x.test/mcp"

[profiles.one] # mine
model = "n"
`,
    kept: ["# how I work", 'model = "m" # the fast one', "[profiles.one] # mine"],
  },
  {
    client: "opencode",
    path: "opencode.jsonc",
    text: `{
  "$schema": "https://opencode.ai/config.json",
  /* servers */
  "mcp": {
    "files": { "type": "local", "command": ["npx", "-y", "files"], "environment": { "A": "{env:A}" }, "enabled": true },
    "far": { "type": "remote", "url": "https://x.test/mcp" }
  },
  "theme": "x" // dark
}`,
    kept: ["/* servers */", '"theme": "x" // dark'],
  },
  {
    client: "gemini",
    path: ".gemini/settings.json",
    text: `{
    "ui": { "theme": "x" }, // dark
    "mcpServers": {
        "files": { "command": "npx", "args": ["-y", "files"], "trust": false },
        "far": { "httpUrl": "https://x.test/mcp" }
    }
}
`,
    kept: ['"ui": { "theme": "x" }, // dark'],
  },
] as const;

function open({ client, path, text }: (typeof FILES)[number]) {
  const folder = mkdtempSync(join(root, `${client}-`));
  const workspace = join(folder, "project");
  const home = join(folder, "home");
  const file = join(workspace, path);
  for (const made of [workspace, home, dirname(file)]) mkdirSync(made, { recursive: true });
  writeFileSync(file, text);
  const bases = { workspace, home, config: join(home, ".config") };
  const ground = { bases, userData: join(folder, "data") };
  const find = () => findClientList(client, { ...ground, directory: workspace });
  const content = (edits: ReturnType<typeof replacingEdits>) => {
    const found = find();
    return [{ ...found.file, content: { format: found.list.format, edits } }];
  };
  return {
    file,
    find,
    take() {
      const found = find();
      const { servers } = readClientServers(found.servers, workspace);
      const names = servers.map(({ written }) => written);
      for (const { apply } of planWrite(content(replacingEdits(found, names, SERVER)), ground))
        apply();
      return servers;
    },
    giveBack() {
      for (const { apply } of planUndo(content([]), ground)) apply();
    },
  };
}

describe.each(FILES)("the list of $client", (fixture) => {
  it("is taken over with its comments, points at toolplane, and is given back byte for byte", () => {
    const { file, find, take, giveBack } = open(fixture);
    const taken = take();
    expect(taken.map(({ name, server }) => [name, server.kind])).toEqual([
      ["files", "program"],
      ["far", "address"],
    ]);
    const after = readFileSync(file, "utf8");
    for (const text of fixture.kept) expect(after).toContain(text);
    expect(after).not.toContain("x.test");
    const { servers } = find();
    const stays = fixture.client === "vscode" ? ["asks"] : [];
    expect(Object.keys(servers)).toEqual([...stays, "toolplane"]);
    expect(JSON.stringify(servers.toolplane)).toMatch(/\/opt\/node.*\/opt\/toolplane\.cjs.*mcp/);
    // The entry there now is ours: nothing is taken over twice.
    expect(take()).toEqual([]);
    giveBack();
    expect(readFileSync(file).equals(Buffer.from(fixture.text))).toBe(true);
  });

  it("keeps what its owner wrote meanwhile when it is given back", () => {
    const { file, find, take, giveBack } = open(fixture);
    take();
    const isToml = fixture.path.endsWith(".toml");
    const now = readFileSync(file, "utf8");
    const more = isToml
      ? `${now}\n[later]\nwritten = true\n`
      : now.replace("{", '{ "later": true,');
    writeFileSync(file, more);
    giveBack();
    expect(readFileSync(file, "utf8")).toContain("later");
    const back = Object.keys(find().servers).sort();
    expect(back).toEqual(fixture.client === "vscode" ? ["asks", "far", "files"] : ["far", "files"]);
  });
});
