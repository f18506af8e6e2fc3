import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject } from "@toolplane/contract";
import { createScriptedBroker } from "@toolplane/testkit";
import { makePdf } from "@toolplane/tools/fixtures";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The preset `managers` on a real folder, with a person who agrees to everything. */
async function open(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: Pick<ToolplaneOptions, "sandbox" | "policy"> = { sandbox: "none" },
) {
  const root = mkdtempSync(join(tmpdir(), "managers-"));
  const workspace = join(root, "workspace");
  mkdirSync(workspace);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), content);
  }
  const broker = createScriptedBroker(() => "once");
  const toolplane = await createToolplane({
    workspace,
    userData: join(root, "data"),
    scratchParent: root,
    ...options,
    preset: "managers",
    broker,
    onWarning: () => {},
  });
  closing.push(async () => {
    await toolplane.close();
    rmSync(root, { recursive: true });
  });
  const session = toolplane.session();
  let made = 0;
  const run = (name: string, args: JsonObject) => {
    made += 1;
    return session.call({ id: `call_${made}`, name, arguments: args });
  };
  return { run, broker, workspace };
}

/** Says who commits in a repository: the home of the person who runs the tests need not. */
function introduce(repository: string): void {
  for (const [key, value] of [
    ["user.name", "A Person"],
    ["user.email", "person@example.com"],
  ] as const)
    execFileSync("git", ["config", key, value], { cwd: repository });
}

describe("the managers on this machine", () => {
  it.skipIf(!hasSandbox)(
    "[R257] bash_manager runs a command in the sandbox, where a denied file is not (needs bubblewrap)",
    async () => {
      const policy = [{ permission: "fs.read", pattern: "**/.env", action: "deny" }] as const;
      const { run } = await open(
        {
          ".env": "SECRET=1\n",
          "a.txt": "one\n",
          "look.py": "print(open('a.txt').read(), flush=True)\nprint(open('.env').read())\n",
        },
        { sandbox: "auto", policy },
      );
      const ran = await run("bash_manager", { command: "python3 look.py" });
      expect(ran).toMatchObject({ type: "output", data: expect.stringContaining("one") });
      expect(JSON.stringify(ran)).not.toContain("SECRET=1");
      expect(await run("bash_manager", {})).toMatchObject({ code: "invalid_input" });
    },
  );

  it("bash_manager runs a command, which is asked about first", async () => {
    const { run, broker } = await open({ "a.txt": "one\n" });
    expect(await run("bash_manager", { command: "cat a.txt && exit 3" })).toMatchObject({
      type: "output",
      data: expect.stringContaining("one"),
      details: { exit_code: 3 },
    });
    expect(broker.questions()).toHaveLength(1);
    expect(await run("bash_manager", {})).toMatchObject({ code: "invalid_input" });
  });

  it("[R265] pdf_read extracts the text of a PDF of the project", async () => {
    const { run } = await open({ "project/docs/a.pdf": makePdf(["Hello from page one."]) });
    const args = { path: "docs/a.pdf", project_root: "project" };
    expect(await run("pdf_read", args)).toMatchObject({
      data: expect.stringContaining("Hello from page one."),
    });
    expect(await run("pdf_read", { path: "docs/a.pdf" })).toMatchObject({ code: "not_found" });
  });

  it("[R258] git_manager makes a repository, adds, commits, logs and shows changes", async () => {
    const { run, workspace } = await open({ "project/a.txt": "one\n" });
    const git = (action: string, more: JsonObject = {}) =>
      run("git_manager", { action, project_root: "project", ...more });
    expect(await git("init")).toMatchObject({ type: "output" });
    introduce(join(workspace, "project"));
    expect(await git("add")).toMatchObject({ type: "output" });
    expect(await git("commit", { message: "First" })).toMatchObject({ type: "output" });
    expect(await git("log")).toMatchObject({ data: expect.stringContaining("First") });
    writeFileSync(join(workspace, "project/a.txt"), "two\n");
    expect(await git("diff")).toMatchObject({ data: expect.stringContaining("-one\n+two") });
    expect(await git("commit")).toMatchObject({ code: "invalid_input" });
  });

  it("[R262] diff_editor shows the changes of one file as a diff", async () => {
    const { run, workspace } = await open({ "a.txt": "one\n", "b.txt": "two\n" });
    await run("git_manager", { action: "init" });
    introduce(workspace);
    for (const args of [{ action: "add" }, { action: "commit", message: "x" }])
      expect(await run("git_manager", args)).toMatchObject({ type: "output" });
    writeFileSync(join(workspace, "a.txt"), "1\n");
    writeFileSync(join(workspace, "b.txt"), "2\n");
    const created = await run("diff_editor", { action: "create", file_path: "a.txt" });
    expect(created).toMatchObject({ data: expect.stringContaining("-one\n+1") });
    expect(created).toMatchObject({ data: expect.not.stringContaining("-two") });
  });
});
