/** Every example of this folder as a reader runs it: its own process, in a project's folder, against a model on loopback. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { startLoopbackModel } from "./loopback-model.ts";

const FOLDER = join(import.meta.dirname, "..");
const ROOT = join(FOLDER, "../..");
const FILES: Readonly<Record<string, string>> = {
  "README.md": "# shop\n\nSells things.\n",
  ".env": "TOKEN=4f1c\n",
  ".toolplane/policy.jsonc":
    '{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }] }\n',
};
const CALLS = [
  { id: "call_readme", name: "read", arguments: { path: "README.md" } },
  { id: "call_env", name: "read", arguments: { path: ".env" } },
];
const ANSWER = "It sells things. I was not allowed to read .env.";

async function runExample(file: string, prefix = "") {
  const folder = await mkdtemp(join(tmpdir(), "toolplane-framework-"));
  const workspace = join(folder, "shop");
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), content);
  }
  const model = await startLoopbackModel([CALLS, ANSWER], prefix);
  onTestFinished(() => model.close());
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--conditions=@toolplane/source", join(FOLDER, file)],
    {
      cwd: workspace,
      env: {
        PATH: `${join(ROOT, "node_modules/.bin")}:${process.env.PATH}`,
        HOME: join(folder, "home"),
        OPENAI_API_KEY: "none",
        OPENAI_BASE_URL: `${model.url}/v1`,
        OPENAI_AGENTS_DISABLE_TRACING: "1",
        ANTHROPIC_API_KEY: "none",
        ANTHROPIC_BASE_URL: model.url,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  onTestFinished(() => void child.kill());
  const [output, errors] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { output, errors, told: model.told, tools: model.tools() };
}

describe("an example", () => {
  it.each([
    ["openai-agents.ts", ""],
    ["langgraph.ts", ""],
    ["claude-agent.ts", "mcp__toolplane__"],
  ])("%s: the model reads the file, and why it may not read the other", async (file, prefix) => {
    const { output, errors, told, tools } = await runExample(file, prefix);
    expect(output.trim(), errors).toBe(ANSWER);
    expect(told.get("call_readme")).toContain("Sells things.");
    expect(told.get("call_env")).toContain("A rule denies");
    expect(JSON.stringify([...told])).not.toContain("4f1c");
    expect(tools).toContain(`${prefix}read`);
    // A client's own tools would be a way around.
    for (const own of ["Bash", "Read", "Write", "Edit", "Grep"]) expect(tools).not.toContain(own);
  });
});
