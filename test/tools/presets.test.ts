import { TOOL_DEFINITIONS, toOpenaiSpec } from "@toolplane/compat";
import type { JsonObject, Tool } from "@toolplane/contract";
import { LOCKED_SHAPES } from "@toolplane/kernel";
import { command, createScriptedBroker } from "@toolplane/testkit";
import { EVERY_TOOL, PRESETS } from "@toolplane/tools";
import { openSessionWorld, type SessionWorldOptions } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";

const { minimal, bundled, managers } = PRESETS;
const ids = (tools: readonly Tool[]) => tools.map(({ id }) => id);
const argumentsOf = ({ parameters }: Tool) =>
  Object.keys((typeof parameters === "object" && parameters.properties) || {});

const files = {
  "a.py": "import os\nprint('one')\n",
  "src/b.py": "print('two')\n",
  "src/c.ts": "console.log('print');\n",
};

function open(preset: (typeof PRESETS)[keyof typeof PRESETS], options: SessionWorldOptions = {}) {
  const [first, ...more] = [...preset.tools, ...preset.unlisted];
  if (!first) throw new Error("an empty preset");
  const world = openSessionWorld(first, { host: { files }, more, ...options });
  return { ...world, run: (name: string, args: JsonObject) => world.call(args, name) };
}

describe("every preset", () => {
  it.each(Object.values(PRESETS))("$name is frozen, and refuses unknown arguments", (preset) => {
    expect(Object.isFrozen(preset) && Object.isFrozen(preset.tools)).toBe(true);
    for (const { parameters } of [...preset.tools, ...preset.unlisted])
      expect(parameters).toMatchObject({ type: "object", additionalProperties: false });
  });
});

describe("the preset minimal", () => {
  it("[R202] has six tools with these arguments", () => {
    expect(Object.fromEntries(minimal.tools.map((tool) => [tool.id, argumentsOf(tool)]))).toEqual({
      bash: ["command"],
      read_file: ["path", "offset", "limit"],
      write_file: ["path", "content"],
      edit_file: ["path", "old_text", "new_text"],
      list_files: ["path", "pattern"],
      search: ["pattern", "path"],
    });
  });

  it("[R203] writes or overwrites, replaces exactly, lists a folder, searches contents", async () => {
    const { run, host } = open(minimal);
    await run("write_file", { path: "new/d.txt", content: "alpha\nbeta\n" });
    await run("write_file", { path: "a.py", content: "other\n" });
    expect([host.fileText("new/d.txt"), host.fileText("a.py")]).toEqual([
      "alpha\nbeta\n",
      "other\n",
    ]);
    await run("edit_file", { path: "new/d.txt", old_text: "beta", new_text: "gamma" });
    expect(host.fileText("new/d.txt")).toBe("alpha\ngamma\n");
    const miss = { path: "new/d.txt", old_text: "delta", new_text: "x" };
    expect(await run("edit_file", miss)).toMatchObject({ type: "error" });
    expect(await run("read_file", { path: "new/d.txt", offset: 2 })).toMatchObject({
      data: "gamma\n",
    });
    expect(await run("list_files", {})).toMatchObject({ data: expect.stringContaining("src/") });
    expect(await run("list_files", { path: "src", pattern: "*.py" })).toMatchObject({
      data: expect.stringMatching(/^(src\/)?b\.py$/),
    });
    expect(await run("search", { pattern: "print", path: "src" })).toMatchObject({
      data: expect.stringMatching(/b\.py[\s\S]*two/),
    });
  });

  it("asks and is bound by rules as the tools underneath", async () => {
    const { session } = open(minimal, {
      session: { rules: [{ permission: "fs.write", pattern: "**/a.py", action: "deny" }] },
    });
    const args = { path: "a.py", old_text: "one", new_text: "two" };
    expect(await session.call({ id: "1", name: "edit_file", arguments: args })).toMatchObject({
      code: "permission_denied",
    });
    const { footprint } = await session.explain({ id: "2", name: "edit_file", arguments: args });
    expect(footprint.resources.map(({ capability }) => capability)).toEqual([
      "fs.read",
      "fs.write",
    ]);
  });
});

describe("the preset bundled", () => {
  it("[R204] asks the user, reads, runs, fetches and edits, by these names", () => {
    expect(ids(bundled.tools)).toEqual([
      "bash",
      "glob",
      "grep",
      "read",
      "edit",
      "write",
      "multi-edit",
      "diff",
      "web-fetch",
      "http-request",
      "web-search",
      "memory",
      "ask-user",
      "sleep",
      "tool-search",
      "lsp",
    ]);
    expect(bundled.missing).toEqual([]);
  });

  it("gates all but what only reads or waits", () => {
    const ungated = bundled.tools.filter(({ gated }) => !gated);
    expect(ids(ungated)).toEqual(["read", "sleep", "tool-search"]);
  });

  it.each([
    ["bash", { command: "FOO=1 npm test" }, "npm"],
    ["glob", { pattern: "*", path: "src/" }, "src"],
    ["grep", { pattern: "x" }, "."],
    ["read", { path: "src/b.py" }, "src"],
    ["edit", { path: "a.py", old_string: "a", new_string: "b" }, "."],
    ["write", { path: "/tmp/x", content: "" }, "/tmp"],
    ["multi-edit", { file_path: "src/b.py", edits: [] }, "src"],
    ["diff", { file_path: "src/b.py", other_file_path: "a.py" }, ".|src"],
    ["diff", { old_content: "a", new_content: "b" }, "content"],
    ["web-fetch", { url: "https://Docs.example.com/x" }, "docs.example.com"],
    ["http-request", { method: "GET", url: "http://localhost:3000" }, "localhost"],
    ["web-search", { query: "x" }, "web-search"],
    ["memory", { action: "read", key: "style" }, "read:style"],
    ["ask-user", { question: "?" }, "interactive"],
  ])("remembers %s %j by %s", (id, args, key) => {
    const tool = bundled.tools.find((one) => one.id === id);
    const derive = tool?.approvalKey as ((args: JsonObject) => string) | null | undefined;
    expect(derive?.(args as JsonObject)).toBe(key);
  });

  it("takes the arguments that its tools are known by", async () => {
    const broker = createScriptedBroker(() => ({ choice: "answers", answers: [["b"]] }));
    const { run, host } = open(bundled, { kernel: { broker } });
    const edits = [{ old_string: "one", new_string: "1" }];
    expect(await run("multi-edit", { file_path: "a.py", edits })).toMatchObject({ type: "output" });
    expect(host.fileText("a.py")).toContain("print('1')");
    expect(await run("diff", { old_content: "a\n", new_content: "b\n" })).toMatchObject({
      data: { added: 1, removed: 1 },
    });
    expect(await run("ask-user", { question: "Which?", options: ["a", "b"] })).toMatchObject({
      data: { answers: [["b"]] },
    });
    expect(broker.questions()[0]?.questions).toEqual([
      { question: "Which?", options: [{ label: "a" }, { label: "b" }] },
    ]);
    expect(await run("sleep", { durationMs: 0 })).toMatchObject({ data: { slept_ms: 0 } });
  });

  it("covers no more by a coarse key than was shown", async () => {
    const broker = createScriptedBroker(() => "session");
    const { run } = open(bundled, { kernel: { broker, policy: [], contained: false } });
    await run("write", { path: "x.txt", content: "1" });
    await run("write", { path: "x.txt", content: "2" });
    await run("write", { path: "y.txt", content: "3" });
    expect(broker.questions()).toHaveLength(2);
  });
});

describe("the preset managers", () => {
  it("[R056] has all eleven names, each with its definition but ask_clarification [R266]", () => {
    const names = [...ids(managers.tools), ...managers.missing];
    expect(names.toSorted()).toEqual(Object.keys(TOOL_DEFINITIONS).toSorted());
    expect(ids(managers.unlisted)).toEqual(["ask_clarification"]);
    expect(names).toHaveLength(11);
    expect(managers.missing).toEqual([]);
  });

  it.each(managers.tools.map((tool) => [tool.id, tool] as const))(
    "tells a model of %s what its definition says",
    (id, tool) => {
      const definition = TOOL_DEFINITIONS[id];
      if (!definition) throw new Error(`no definition of ${id}`);
      const { parameters, description } = toOpenaiSpec(definition).function;
      expect(tool.description).toBe(description);
      expect(tool.parameters).toEqual({ ...parameters, additionalProperties: false });
    },
  );

  it("[R256] file_manager writes, reads, extends and deletes inside the workspace", async () => {
    const { run, host } = open(managers);
    const file = (action: string, more: JsonObject = {}) =>
      run("file_manager", { action, path: "notes/n.txt", ...more });
    expect(await file("write", { content: "one\n" })).toMatchObject({ type: "output" });
    expect(await file("append", { content: "two\n" })).toMatchObject({
      data: { action: "appended" },
    });
    expect(host.fileText("notes/n.txt")).toBe("one\ntwo\n");
    expect(await file("read")).toMatchObject({ data: expect.stringContaining("two") });
    expect(await file("delete")).toMatchObject({ data: { action: "deleted" } });
    expect(await file("read")).toMatchObject({ code: "not_found" });
    expect(await file("append", { content: "new\n" })).toMatchObject({
      data: { action: "created" },
    });
    expect(await file("write")).toMatchObject({
      code: "invalid_input",
      error_text: expect.stringContaining("write needs content."),
    });
    for (const action of ["read", "delete"])
      expect(await run("file_manager", { action, path: "/etc/passwd" })).toMatchObject({
        code: "capability_denied",
      });
  });

  it("asks file_manager about what it does, not about all that it could do", async () => {
    const { session } = open(managers);
    const capabilities = async (args: JsonObject) => {
      const call = { id: "1", name: "file_manager", arguments: { path: "a.py", ...args } };
      const { footprint } = await session.explain(call);
      return footprint.resources.map(({ capability }) => capability);
    };
    expect(await capabilities({ action: "read" })).toEqual(["fs.read"]);
    expect(await capabilities({ action: "write", content: "" })).toEqual(["fs.write"]);
    expect(await capabilities({ action: "append", content: "" })).toEqual(["fs.read", "fs.write"]);
    expect(await capabilities({ action: "delete" })).toEqual(["fs.write"]);
  });

  it("[R260] lsp_manager counts from 0, and checks by ruff as a command line under the rules", async () => {
    const asked: unknown[] = [];
    const ask = async ({
      question,
      path,
    }: {
      readonly question: unknown;
      readonly path: string;
    }) => {
      asked.push([question, path]);
      return { kind: "text", text: "a module" } as const;
    };
    const line = "ruff check --no-cache --output-format=concise -- src/b.py";
    const { run, host } = open(managers, {
      kernel: { services: { languages: { ask } } },
      host: {
        files,
        commands: { [line]: command({ units: [line] }) },
        programs: { ruff: () => ({ exitCode: 1, output: "src/b.py:1:1: F401 unused\n" }) },
      },
    });
    const where = { file: "b.py", project_root: "src" };
    expect(
      await run("lsp_manager", { action: "hover", ...where, line: 0, character: 2 }),
    ).toMatchObject({
      data: "a module",
    });
    const at = { line: 0, character: 2 };
    for (const action of ["definition", "references"])
      await run("lsp_manager", { action, ...where, ...at });
    await run("lsp_manager", { action: "diagnostics", ...where });
    expect(asked).toEqual([
      ...["hover", "definition", "references"].map((about) => [{ about, at }, "src/b.py"]),
      [{ about: "diagnostics" }, "src/b.py"],
    ]);
    expect(await run("lsp_manager", { action: "ruff_check", ...where })).toMatchObject({
      data: "src/b.py:1:1: F401 unused\n",
    });
    expect(host.spawned()[0]?.spec.command).toEqual({ shell: line });
    expect(await run("lsp_manager", { action: "hover" })).toMatchObject({ code: "invalid_input" });
  });

  it("[R262] diff_editor applies a diff to the given file, whatever the diff calls it", async () => {
    const { run, host } = open(managers);
    const apply = (diff_content: string, more: JsonObject = {}) =>
      run("diff_editor", {
        action: "apply",
        file_path: "b.py",
        project_root: "src",
        diff_content,
        ...more,
      });
    const hunk = "@@ -1 +1 @@\n-print('two')\n+print('2')\n";
    expect(await apply(hunk)).toMatchObject({ data: { path: "src/b.py", change: "modified" } });
    expect(host.fileText("src/b.py")).toBe("print('2')\n");
    const named = "--- a/other.py\n+++ b/other.py\n@@ -1 +1 @@\n-print('2')\n+print('3')\n";
    expect(await apply(named)).toMatchObject({ type: "output" });
    expect(host.fileText("src/b.py")).toBe("print('3')\n");
    expect(await apply(hunk)).toMatchObject({ type: "error" });
    expect(await apply(`${named}${named}`)).toMatchObject({ code: "invalid_input" });
    expect(await apply("")).toMatchObject({ code: "invalid_input" });
  });

  it("[R264] code_search is a recursive regular expression, in Python files unless told", async () => {
    const { run } = open(managers);
    const found = await run("code_search", { pattern: "print\\(" });
    expect(found).toMatchObject({
      data: expect.stringMatching(/a\.py[\s\S]*b\.py|b\.py[\s\S]*a\.py/),
    });
    expect(await run("code_search", { pattern: "print", include: "*.ts" })).toMatchObject({
      data: expect.stringMatching(/c\.ts/),
    });
  });

  it("lets ask_clarification be called", async () => {
    const broker = createScriptedBroker(() => ({ choice: "answers", answers: [["yes"]] }));
    const { run } = open(managers, { kernel: { broker } });
    expect(await run("ask_clarification", { question: "Go on?" })).toMatchObject({
      data: { answers: [["yes"]] },
    });
  });
});

describe("names of presets", () => {
  it("give a locked name another shape only where a document demands it", () => {
    const other = Object.values(PRESETS).flatMap(({ name, tools }) =>
      tools
        .filter(
          ({ id }) =>
            Object.hasOwn(LOCKED_SHAPES, id) &&
            !EVERY_TOOL.some(
              (own) =>
                own.id === id &&
                own.parameters === tools.find((tool) => tool.id === id)?.parameters,
            ),
        )
        .map(({ id }) => `${name} ${id}`),
    );
    expect(other.toSorted()).toEqual(["managers web_fetch", "managers web_search", "minimal bash"]);
  });
});
