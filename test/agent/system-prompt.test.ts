/** The system prompt: the same bytes for the same project, and nothing that a rule hides. */
import { symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

async function open(options: ToolplaneOptions = {}) {
  const root = await mkdtemp(join(tmpdir(), "toolplane-prompt-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const tp = await createToolplane({
    workspace: root,
    userData: join(root, ".data"),
    record: false,
    skills: false,
    onWarning: () => undefined,
    ...options,
  });
  onTestFinished(() => tp.close());
  return { root, tp };
}

describe("the system prompt", () => {
  it("holds the author's words, the project's and where the agent stands, in this order, and is the same again", async () => {
    const { root, tp } = await open();
    writeFileSync(join(root, "AGENTS.md"), "Use tabs.\n");
    const text = await tp.systemPrompt({ instructions: "You mend tests." });
    expect(text).toMatch(/^You mend tests\.\n[\s\S]*Use tabs\.[\s\S]*# Where you are\n/);
    expect(await tp.systemPrompt({ instructions: "You mend tests." })).toBe(text);
  });

  it("makes no call where the project says nothing", async () => {
    const settled: string[] = [];
    const { tp } = await open({
      onEvent: ({ type }) => void (type === "call-settle" && settled.push(type)),
    });
    expect(await tp.systemPrompt()).not.toContain("AGENTS.md");
    expect(settled).toEqual([]);
  });

  it("does not show by that name what a rule hides", async () => {
    const { root, tp } = await open({
      policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    writeFileSync(join(root, ".env"), "SECRET=hunter2\n");
    symlinkSync(".env", join(root, "AGENTS.md"));
    expect(await tp.systemPrompt()).not.toContain("hunter2");
  });

  it("does not read what the rules would ask about", async () => {
    const { root, tp } = await open({
      policy: [{ permission: "fs.read", pattern: "**/AGENTS.md", action: "ask" }],
    });
    writeFileSync(join(root, "AGENTS.md"), "Use tabs.\n");
    expect(await tp.systemPrompt()).not.toContain("Use tabs.");
  });
});
