import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openFolderWorld, outcomeOf, toolText } from "./fixture.ts";

describe.skipIf(!hasSandbox)("tools from folders (needs bubblewrap)", () => {
  it("are called like any other, from a file and from a folder with a manifest [R035] [R036] [R038]", async () => {
    const { call, folders, kernel } = await openFolderWorld({
      files: {
        "home/.toolplane/tools/hello.ts": toolText("hello", "return { hello: args.n };"),
        "home/.toolplane/tools/later.ts": toolText("later", "return 2;"),
        "ws/.toolplane/tools/two/package.json": '{ "type": "module", "tool": "src/index.js" }',
        "ws/.toolplane/tools/two/src/index.js":
          'import { defineTool } from "@toolplane/contract"; import { text } from "./text.js"; export default defineTool({ id: "two", description: "Two.", parameters: { type: "object" }, requires: {}, execute: () => text });',
        "ws/.toolplane/tools/two/src/text.js": 'export const text = "from a folder";',
        "ws/.toolplane/tools/three.ts": toolText("three", "return 3;"),
        "home/.toolplane/tools/_draft.ts": toolText("draft", "return 1;"),
        "ws/.toolplane/tools/_draft.ts": toolText("other_draft", "return 1;"),
      },
    });
    expect(folders.problems()).toEqual([]);
    expect(outcomeOf(await call("hello", { n: 2 }))).toEqual({ hello: 2 });
    expect(outcomeOf(await call("two"))).toBe("from a folder");
    expect(
      kernel.tools().map(({ tool, layer, origin }) => `${tool.id} ${layer} ${origin}`),
    ).toEqual([
      "hello global global",
      "later global global",
      "three project project",
      "two project project",
    ]);
    expect(folders.tools().map(({ tool, layer }) => `${tool.id} ${layer}`)).toEqual([
      "hello global",
      "later global",
      "three project",
      "two project",
    ]);
  });

  it("reach the world through their doors, judged like anybody's [R031] [R288]", async () => {
    const { call, base } = await openFolderWorld({
      files: {
        "ws/a.txt": "text",
        "ws/.env": "KEY=1",
        "home/.toolplane/tools/reader.ts": toolText(
          "reader",
          `const { bytes } = await runtime.fs.read(args.path);
           await runtime.fs.write("out.txt", bytes);
           runtime.progress("read it");
           return { text: new TextDecoder().decode(bytes), env: runtime.env.get("API_KEY"), net: "net" in runtime };`,
          {
            requires:
              '{ fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] }, env: ["API_KEY"] }',
          },
        ),
        "home/.toolplane/tools/shell.ts": toolText(
          "sh",
          `let told = "";
           const { output, exitCode } = await runtime.shell.run("echo one; exit 3", { onOutput: (text) => { told += text; } });
           return { output, exitCode, told };`,
          { requires: '{ shell: [{ cmd: "*" }] }' },
        ),
      },
      policy: [
        { scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] },
        {
          scope: "manifest",
          rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
        },
      ],
    });
    expect(outcomeOf(await call("reader", { path: "a.txt" }))).toEqual({
      text: "text",
      env: "sesame",
      net: false,
    });
    expect(readFileSync(join(base, "ws/out.txt"), "utf8")).toBe("text");
    expect(outcomeOf(await call("reader", { path: ".env" }))).toMatch(/^permission_denied/);
    expect(outcomeOf(await call("reader", { path: "/etc/hostname" }))).toMatch(
      /^capability_denied/,
    );
    expect(outcomeOf(await call("sh"))).toEqual({ output: "one\n", exitCode: 3, told: "one\n" });
  });

  it("give outputs, errors and state across the pipe as they are", async () => {
    const state =
      'state: { version: 2, schema: { type: "number" }, migrate: (old) => old.length },';
    const { call } = await openFolderWorld({
      files: {
        "home/.toolplane/tools/out.ts": toolText(
          "out",
          `if (args.n === 1) throw new ToolError("not_found", "Not there");
           if (args.n === 2) throw new Error("broken");
           if (args.n === 3) return new ToolError("conflict", "As a value");
           return output({ n: args.n }, { untrusted: { source: "somewhere" } });`,
        ),
        "home/.toolplane/tools/count.ts": toolText(
          "count",
          `const before = (await runtime.state.get()) ?? 0;
           await runtime.state.set(args.n === 9 ? "nine" : before + 1);
           return before;`,
          { more: state },
        ),
      },
    });
    expect(outcomeOf(await call("out", { n: 1 }))).toBe("not_found: Not there");
    expect(outcomeOf(await call("out", { n: 2 }))).toMatch(/^internal/);
    expect(outcomeOf(await call("out", { n: 3 }))).toBe("conflict: As a value");
    const marked = await call("out", { n: 4 });
    expect([outcomeOf(marked), marked.metadata.untrusted]).toEqual([
      { n: 4 },
      { source: "somewhere" },
    ]);
    expect([outcomeOf(await call("count")), outcomeOf(await call("count"))]).toEqual([0, 1]);
    expect(outcomeOf(await call("count", { n: 9 }))).toMatch(/^failed: state/);
    expect(outcomeOf(await call("count"))).toBe(2);
  });

  it("see no state, configuration or variable of another [R292]", async () => {
    const body = `const said = {};
      for (const name of ["API_KEY", "OTHER"])
        try { said[name] = runtime.env.get(name) ?? null; } catch (error) { said[name] = error.code; }
      const before = await runtime.state.get();
      await runtime.state.set(args.path);
      return { ...said, before, config: runtime.config, all: process.env.API_KEY ?? null, globals: globalThis.shared ?? null };`;
    const more = 'state: { version: 1, schema: { type: "string" } },';
    const { call } = await openFolderWorld({
      files: {
        "home/.toolplane/tools/one.ts": toolText("one", `globalThis.shared = 1; ${body}`, {
          requires: '{ env: ["API_KEY"] }',
          more,
        }),
        "home/.toolplane/tools/two.ts": toolText("two", body, {
          requires: '{ env: ["OTHER"] }',
          more,
        }),
      },
    });
    expect(outcomeOf(await call("one", { path: "kept by one" }))).toMatchObject({
      API_KEY: "sesame",
      OTHER: "capability_denied",
      before: null,
      config: {},
      all: null,
    });
    expect(outcomeOf(await call("two", { path: "kept by two" }))).toEqual({
      API_KEY: "capability_denied",
      OTHER: "other",
      before: null,
      config: {},
      all: null,
      globals: null,
    });
  });

  it("that are broken are told of, stage by stage, and the rest goes on [R043]", async () => {
    const { call, folders } = await openFolderWorld({
      files: {
        "home/.toolplane/tools/good.ts": toolText("good", 'return "good";'),
        "home/.toolplane/tools/syntax.ts": "export const = ;",
        "home/.toolplane/tools/none.ts": "export const nothing = 1;",
        "home/.toolplane/tools/throws.ts": 'throw new Error("at import");',
        "home/.toolplane/tools/bare/index.ts": "export {};",
        "home/.toolplane/tools/locked.ts": toolText("bash", 'return "mine";'),
      },
    });
    expect(outcomeOf(await call("good"))).toBe("good");
    const told = folders.problems().map(({ name, stage }) => `${name} ${stage}`);
    expect(told).toEqual(["bare read", "locked admit", "none load", "syntax load", "throws load"]);
    expect(folders.problems().find(({ name }) => name === "throws")?.message).toContain(
      "at import",
    );
  });

  it("change between turns, and a change that cannot be loaded leaves what was there", async () => {
    const file = "home/.toolplane/tools/one.ts";
    const { call, folders, put, kernel } = await openFolderWorld({
      files: { [file]: toolText("one", "return 1;") },
    });
    expect(outcomeOf(await call("one"))).toBe(1);
    put(file, toolText("one", "return 2;"));
    const turn = kernel.beginTurn();
    await folders.reload();
    expect(outcomeOf(await call("one"))).toBe(1);
    turn.end();
    await kernel.ready();
    await expect.poll(async () => outcomeOf(await call("one"))).toBe(2);
    put(file, "broken(");
    await folders.reload();
    expect(folders.problems()).toMatchObject([{ name: "one", stage: "load" }]);
    expect(outcomeOf(await call("one"))).toBe(2);
    put(file, toolText("renamed", "return 3;"));
    await folders.reload();
    expect(folders.problems()).toEqual([]);
    expect(outcomeOf(await call("renamed"))).toBe(3);
    await expect.poll(async () => outcomeOf(await call("one"))).toMatch(/^unknown_tool/);
  });

  it("are noticed in a folder that is made later, and are gone with their file", async () => {
    const { call, put, base } = await openFolderWorld({ watch: true });
    put("ws/.toolplane/tools/late.ts", toolText("late", 'return "late";'));
    await expect.poll(async () => outcomeOf(await call("late"))).toBe("late");
    rmSync(join(base, "ws/.toolplane/tools/late.ts"));
    await expect.poll(async () => outcomeOf(await call("late"))).toMatch(/^unknown_tool/);
  });

  it("have a life in their worker, which is started again after it ended", async () => {
    const { call } = await openFolderWorld({
      files: {
        "home/.toolplane/tools/alive.ts": toolText(
          "alive",
          "if (args.n === 1) process.exit(3); return { begun, pid: 1 };",
          {
            before: "let begun = 0;",
            more: "lifecycle: { init() { begun += 1; } },",
          },
        ),
      },
    });
    expect(outcomeOf(await call("alive"))).toEqual({ begun: 1, pid: 1 });
    expect(outcomeOf(await call("alive", { n: 1 }))).toMatch(/^unavailable/);
    // The worker is another, so what the first kept in memory is gone.
    expect(outcomeOf(await call("alive"))).toEqual({ begun: 0, pid: 1 });
  });
});
