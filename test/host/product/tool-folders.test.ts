/** Tool folders as a person uses them: the commands, trust, and a program that embeds toolplane. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import type { JsonObject } from "@toolplane/contract";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

function openPerson() {
  const { root: base, workspace, run, remove } = openCliWorld();
  onTestFinished(remove);
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  };
  return { base, workspace, put, run: (...words: readonly string[]) => run(words) };
}

const tool = (id: string, body: string) =>
  `import { defineTool } from "@toolplane/contract";
export const tool = defineTool({ id: "${id}", description: "Of a project.", parameters: { type: "object" }, requires: { fs: { read: ["docs/**"] } }, approvalKey: () => "k", execute() { ${body} } });`;

describe.skipIf(!hasSandbox)("tool folders in the product (needs bubblewrap)", () => {
  it("are made, listed with their origin, and called [R035]", async () => {
    const { run, put } = openPerson();
    put("project/notes.txt", "one two three");
    expect(await run("new", "tool", "word_count")).toMatchObject({ code: 0 });
    const called = await run("call", "word_count", "notes.txt", "--json");
    expect(called.stdout).toMatch(/"words":\s*3/);
    expect((await run("tools", "word_count")).stdout).toContain("global");
    // By the name that the documents say, whatever the command that makes tools writes to.
    put("home/.toolplane/tools/own.ts", tool("own", "return 40 + 2;"));
    put("home/.toolplane/tools/_draft.ts", tool("draft", "return 1;"));
    expect((await run("call", "own", "--mode", "yolo", "--json")).stdout).toContain("42");
    expect((await run("call", "draft", "--mode", "yolo")).code).not.toBe(0);
    expect((await run("new", "tool", "word_count")).code).not.toBe(0);
  });

  it("of a project run after trust in what was shown, until they change [R036] [R038] [R057]", async () => {
    const { run, put } = openPerson();
    put("project/.toolplane/tools/mine.ts", tool("mine", "return 41 + 1;"));
    const untrusted = await run("call", "mine");
    expect(untrusted.code).not.toBe(0);
    expect(untrusted.stderr).toContain("There is no tool");
    const looked = await run("trust");
    expect(looked.stdout).toContain(".toolplane/tools/mine.ts");
    expect(looked.stdout).toContain("mine: Of a project.");
    expect(looked.stdout).toContain("touches fs.read docs/**");
    expect(looked.stdout).toMatch(/asked about as usual;\s+approvals are kept by a key of its own/);
    await run("trust", "--yes");
    const called = await run("call", "mine", "--mode", "yolo", "--json");
    expect(called.stdout).toContain("42");
    expect((await run("tools", "mine")).stdout).toContain("project");
    put("project/.toolplane/tools/mine.ts", tool("mine", "return 6;"));
    expect((await run("trust")).stdout).toContain("mine.ts (changed)");
    expect((await run("call", "mine", "--mode", "yolo")).code).not.toBe(0);
  });

  it("name their calls in their own process, and a yes is kept by that", async () => {
    const { base, workspace, put } = openPerson();
    const keyed = (id: string, key: string) =>
      `import { defineTool } from "@toolplane/contract";
let calls = 0;
export const tool = defineTool({ id: "${id}", description: "Posts.", parameters: { type: "object" }, requires: {}, approvalKey: (args) => ${key}, execute: () => "done" });`;
    put("tools/post.ts", keyed("post", '"list " + args.list'));
    put("tools/noisy.ts", keyed("noisy", '"n" + (calls += 1)'));
    put("tools/broken.ts", keyed("broken", "args.no.such"));
    const asked: string[] = [];
    const toolplane = await createToolplane({
      workspace,
      userData: join(base, "data"),
      tools: [],
      record: false,
      toolFolders: { folders: [{ layer: "global", folder: join(base, "tools") }] },
      broker: {
        ask: async ({ tool: name }) => {
          asked.push(name);
          return { choice: "session" };
        },
      },
      onWarning: () => {},
    });
    onTestFinished(() => toolplane.close());
    const session = toolplane.session({
      rules: [{ permission: "*", pattern: "*", action: "ask" }],
    });
    let calls = 0;
    const call = async (name: string, args: JsonObject = {}) => {
      calls += 1;
      const result = await session.call({ id: `${calls}`, name, arguments: args });
      return result.type === "error" ? result.code : result.data;
    };
    expect(await call("post", { list: "a", text: "one" })).toBe("done");
    expect(await call("post", { list: "a", text: "two" })).toBe("done");
    expect(asked).toEqual(["post"]);
    expect(await call("post", { list: "b", text: "two" })).toBe("done");
    expect(asked).toEqual(["post", "post"]);
    expect([await call("noisy"), await call("broken")]).toEqual(["internal", "internal"]);
    expect(asked).toHaveLength(2);
  });

  it("are an option of the library, and can be looked at again", async () => {
    const { base, workspace, put } = openPerson();
    const folder = join(base, "tools");
    const toolplane = await createToolplane({
      workspace,
      userData: join(base, "data"),
      tools: [],
      record: false,
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
