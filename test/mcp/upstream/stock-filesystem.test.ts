import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Rule, ToolResult } from "@toolplane/contract";
import { createToolplane } from "toolplane";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

const SERVER = join(
  dirname(
    createRequire(import.meta.url).resolve("@modelcontextprotocol/server-filesystem/package.json"),
  ),
  "dist/index.js",
);
const ALLOWED: Rule = { permission: "mcp__files__*", pattern: "**", action: "allow" };
const DENIED: Rule = { permission: "fs.read", pattern: "**/.env", action: "deny" };

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The stock server over a workspace with a secret. */
async function openStock(rules: readonly Rule[]) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "stock-")));
  folders.push(base);
  const workspace = join(base, "shop");
  mkdirSync(workspace);
  writeFileSync(join(workspace, ".env"), "TOKEN=4f1c-the-secret\n");
  writeFileSync(join(workspace, "README.md"), "hello\n");
  const toolplane = await createToolplane({
    workspace,
    userData: join(base, "data"),
    tools: [],
    policy: rules,
    sources: { files: { command: process.execPath, args: [SERVER, "."] } },
    onWarning: () => undefined,
  });
  const name = "mcp__files__read_text_file";
  let calls = 0;
  const read = (path: string): Promise<ToolResult> => {
    calls += 1;
    return toolplane.call({ id: `call-${calls}`, name, arguments: { path } });
  };
  return { toolplane, read };
}

/** Lets it read a file under these rules. */
async function readThrough(rules: readonly Rule[], path: string): Promise<ToolResult> {
  const { toolplane, read } = await openStock(rules);
  try {
    return await read(path);
  } finally {
    await toolplane.close();
  }
}

describe.runIf(hasSandbox)("the stock filesystem server (needs bubblewrap)", () => {
  it("cannot read what one rule denies, and reads the rest [R001] [R284] [R286] [R287]", async () => {
    const denied = await readThrough([ALLOWED, DENIED], ".env");
    expect(denied).toMatchObject({ type: "error" });
    expect(JSON.stringify(denied)).not.toContain("4f1c-the-secret");
    expect(denied).toMatchObject({ error_text: expect.stringContaining("fs.read **/.env") });
    const read = await readThrough([ALLOWED, DENIED], "README.md");
    expect(read).toMatchObject({
      type: "output",
      content: [{ type: "text", text: "hello\n" }],
      metadata: { untrusted: { source: "mcp:files" } },
    });
  });

  it("is bound by a rule from the moment it is there until it is gone", async () => {
    const { toolplane, read } = await openStock([ALLOWED]);
    try {
      expect(JSON.stringify(await read(".env"))).toContain("4f1c-the-secret");
      await toolplane.setPolicy([ALLOWED, DENIED]);
      const denied = await read(".env");
      expect(denied).toMatchObject({ type: "error", code: "failed" });
      expect(denied).toMatchObject({ error_text: expect.stringContaining("fs.read **/.env") });
      await toolplane.setPolicy([ALLOWED]);
      expect(JSON.stringify(await read(".env"))).toContain("4f1c-the-secret");
      await toolplane.setPolicy([ALLOWED, { ...ALLOWED, permission: "fetch" }]);
      expect(toolplane.sources.list()).toMatchObject([{ health: { state: "ready" } }]);
    } finally {
      await toolplane.close();
    }
  });

  it("is tried again when the rule that kept it from starting is gone", async () => {
    const closed: Rule = { permission: "shell.run", pattern: "**", action: "deny" };
    const { toolplane, read } = await openStock([ALLOWED, closed]);
    try {
      expect(await read("README.md")).toMatchObject({ type: "error" });
      await toolplane.setPolicy([ALLOWED]);
      expect(await read("README.md")).toMatchObject({ type: "output" });
    } finally {
      await toolplane.close();
    }
  });

  it("reads the same file without the rule", async () => {
    expect(JSON.stringify(await readThrough([ALLOWED], ".env"))).toContain("4f1c-the-secret");
  });
});
