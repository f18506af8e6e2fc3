/** Tool folders as a person uses them: the commands, trust, and a program that embeds toolplane. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

const PROGRAM = join(import.meta.dirname, "../../../packages/toolplane/bin/toolplane.cjs");

function openPerson() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-person-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const workspace = join(base, "ws");
  for (const name of ["ws", "home"]) mkdirSync(join(base, name));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  };
  const run = (...words: readonly string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const { PATH } = process.env;
      const env = { PATH, HOME: join(base, "home"), NO_COLOR: "1" };
      execFile(process.execPath, [PROGRAM, ...words], { cwd: workspace, env }, (error, out, err) =>
        resolve({ code: Number(error?.code ?? 0), out, err }),
      );
    });
  return { base, workspace, put, run };
}

const tool = (id: string, body: string) =>
  `import { defineTool } from "@toolplane/contract";
export const tool = defineTool({ id: "${id}", description: "Of a project.", parameters: { type: "object" }, requires: { fs: { read: ["docs/**"] } }, approvalKey: () => "k", execute() { ${body} } });`;

describe.skipIf(!hasSandbox)("tool folders in the product (needs bwrap)", () => {
  it("are made, listed with their origin, and called", async () => {
    const { run, put } = openPerson();
    put("ws/notes.txt", "one two three");
    expect(await run("new", "tool", "word_count")).toMatchObject({ code: 0 });
    const called = await run("call", "word_count", "notes.txt", "--json");
    expect(called.out).toMatch(/"words":\s*3/);
    expect((await run("tools", "word_count")).out).toContain("global");
    expect((await run("new", "tool", "word_count")).code).not.toBe(0);
  });

  it("of a project run after trust in what was shown, until they change [R042] [R057]", async () => {
    const { run, put } = openPerson();
    put("ws/.toolplane/tools/mine.ts", tool("mine", "return 41 + 1;"));
    const untrusted = await run("call", "mine");
    expect(untrusted.code).not.toBe(0);
    expect(untrusted.err).toContain("There is no tool");
    const looked = await run("trust");
    expect(looked.out).toContain(".toolplane/tools/mine.ts");
    expect(looked.out).toContain("mine: Of a project.");
    expect(looked.out).toContain("touches fs.read docs/**");
    expect(looked.out).toMatch(/asked about as usual;\s+approvals are kept by footprint/);
    await run("trust", "--yes");
    const called = await run("call", "mine", "--mode", "yolo", "--json");
    expect(called.out).toContain("42");
    put("ws/.toolplane/tools/mine.ts", tool("mine", "return 6;"));
    expect((await run("trust")).out).toContain("mine.ts (changed)");
    expect((await run("call", "mine", "--mode", "yolo")).code).not.toBe(0);
  });

  it("are an option of the library, and can be looked at again", async () => {
    const { base, workspace, put } = openPerson();
    const folder = join(base, "tools");
    const toolplane = await createToolplane({
      ...{ workspace, userData: join(base, "data"), tools: [], record: false },
      toolFolders: { folders: [{ layer: "global", folder }] },
      onWarning: () => {},
    });
    onTestFinished(() => toolplane.close());
    put("tools/late.ts", tool("late", "return 1;"));
    put("tools/broken.ts", "export const = 1;");
    expect(await toolplane.reloadTools()).toMatchObject([{ name: "broken", stage: "load" }]);
    const session = toolplane.session({ mode: "yolo" });
    const result = await session.call({ id: "1", name: "late", arguments: {} });
    expect(result).toMatchObject({ type: "output", data: 1 });
  });
});
