/** The document of Grida, read aloud, first half: the contract, the locked set, its tools, what they require. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { defineTool, type JsonObject, type RequirementSet } from "@toolplane/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { codeOf, listen, openAsked, openGrida, rules } from "./grida.fixture.ts";

describe("the tool contract", () => {
  it("publishes id, description, parameters, requires and execute, for every tool alike", async () => {
    const { tp } = await openGrida();
    const fields = tp.kernel
      .tools()
      .map(({ tool }) => [
        typeof tool.id,
        typeof tool.description,
        (tool.parameters as JsonObject).type,
        typeof tool.requires,
        typeof tool.execute,
      ]);
    expect(new Set(fields.map((each) => each.join(" ")))).toEqual(
      new Set(["string string object object function"]),
    );
    expect(fields).toHaveLength(13);
  });

  it("answers wrong arguments with an error that names the fault, and runs nothing", async () => {
    const { call, workspace } = await openGrida({ policy: rules("allow * **") });
    const wrong = await call("write", { path: "b.txt", contents: "x" });
    expect(wrong).toMatchObject({ type: "error", code: "invalid_input" });
    expect(wrong).toHaveProperty("error_text", expect.stringContaining("content"));
    expect(existsSync(join(workspace, "b.txt"))).toBe(false);
  });

  it("widens what the agent may touch with every tool that is added", async () => {
    const requires: RequirementSet = { net: { hosts: ["api.example"] } };
    const own = {
      id: "own",
      description: "Own.",
      parameters: { type: "object" },
      requires,
    } as const;
    const { tp } = await openGrida({
      manifest: { id: "a", requires: { fs: { read: ["docs/**"] } } },
      tools: [defineTool({ ...own, execute: () => null })],
    });
    expect(tp.kernel.requires().net?.hosts).toContain("api.example");
    expect(tp.kernel.requires().fs?.read).toContain("docs/**");
  });
});

const LOCKED =
  "read write edit glob grep bash todo task question web_search web_fetch skill tool_search";

const ARGUMENTS: Readonly<Record<string, JsonObject>> = {
  read: { path: "src/a.txt" },
  write: { path: "b.txt", content: "x" },
  edit: { path: "src/a.txt", old_string: "alpha", new_string: "beta" },
  glob: { pattern: "**" },
  grep: { pattern: "alpha" },
  bash: { command: "rm -rf src" },
  web_fetch: { url: "https://site.example/" },
};

describe("the locked set", () => {
  it("is there under its names, and a model is offered all that can work", async () => {
    const { tp, session } = await openGrida();
    expect(
      tp.kernel
        .tools()
        .map(({ tool }) => tool.id)
        .toSorted(),
    ).toEqual(LOCKED.split(" ").toSorted());
    expect(session.definitions().map(({ name }) => name)).toEqual(
      LOCKED.split(" ").filter((name) => name !== "web_search"),
    );
  });

  it("carries the kinds of ACP", async () => {
    const { tp } = await openGrida();
    const kinds = Object.fromEntries(tp.kernel.tools().map(({ tool }) => [tool.id, tool.kind]));
    expect(kinds).toEqual({
      read: "read",
      write: "edit",
      edit: "edit",
      glob: "search",
      grep: "search",
      tool_search: "search",
      bash: "execute",
      web_search: "fetch",
      web_fetch: "fetch",
      skill: "think",
      todo: "other",
      task: "other",
      question: "other",
    });
  });

  it("asks about every tool with a capability, and about none without one [R145]", async () => {
    const { call, broker } = await openAsked(() => "reject");
    for (const [name, args] of Object.entries(ARGUMENTS))
      expect([name, codeOf(await call(name, args))]).toEqual([name, "approval_rejected"]);
    expect(broker.questions().map(({ tool }) => tool)).toEqual(Object.keys(ARGUMENTS));
    expect(codeOf(await call("todo", { todos: [] }))).toBe("output");
    expect(codeOf(await call("tool_search", { query: "x" }))).toBe("output");
    expect(broker.questions()).toHaveLength(Object.keys(ARGUMENTS).length);
  });

  it("refuses a richer shape under a locked name", async () => {
    const parameters = { type: "object", properties: { path: {}, model: {} }, required: ["path"] };
    const read = defineTool({
      id: "read",
      description: "Richer.",
      parameters: parameters as never,
      requires: {},
      execute: () => "mine",
    });
    const { tp } = await openGrida({ tools: [read] });
    expect(tp.kernel.problems()).toMatchObject([{ name: "read" }]);
  });
});

describe("the question tool", () => {
  const questions = [
    {
      question: "Which database?",
      header: "Storage",
      options: [{ label: "SQLite", description: "A file." }, { label: "PostgreSQL" }],
      multi_select: false,
    },
    { question: "Name?" },
  ];

  it("gives one array per question, and takes a person's own words in place of a label [R189]", async () => {
    const said: string[][][] = [
      [["SQLite"], ["x"]],
      [["MySQL"], []],
    ];
    const { call } = await openAsked(() => ({ choice: "answers", answers: said.shift() ?? [] }));
    expect(await call("question", { questions })).toMatchObject({
      data: { answers: [["SQLite"], ["x"]] },
    });
    expect(await call("question", { questions })).toMatchObject({
      data: { answers: [["MySQL"], []] },
    });
  });

  it.each([
    ["two labels without multi_select", [["SQLite", "PostgreSQL"], []]],
    ["two texts that were never offered", [["MySQL", "Oracle"], []]],
    ["one array for two questions", [["SQLite"]]],
  ])("takes no answer of %s [R189]", async (_, answers) => {
    const { call } = await openAsked(() => ({ choice: "answers", answers }));
    expect((await call("question", { questions })).type).toBe("error");
  });

  it("is an error with a fixed message where nobody is", async () => {
    const { call } = await openGrida();
    const text = "No user is available to answer questions here. Go on with your best judgement.";
    expect(await call("question", { questions })).toMatchObject({
      type: "error",
      error_text: text,
    });
  });
});

describe("web search", () => {
  it("gives results of title, url and snippet, 25 times a session and no more", async () => {
    const hit = { title: "T", url: "https://t.example/", content: "S" };
    const at = await listen((_, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ results: [hit] }));
    });
    const { call, tp } = await openGrida({
      localHosts: [at],
      policy: rules(`allow net.fetch ${at}`, "allow web_search **"),
      toolConfig: { web_search: { providers: [{ kind: "searxng", url: `http://${at}/` }] } },
    });
    const limits = tp.kernel.tools().find(({ tool }) => tool.id === "web_search")?.tool.limits;
    expect(limits).toMatchObject({ callsPerSession: 25, timeoutMs: 15_000 });
    const codes: string[] = [];
    for (let time = 0; time < 26; time += 1)
      codes.push(codeOf(await call("web_search", { query: "words", max_results: 3 })));
    expect(codes).toEqual([...Array(25).fill("output"), "budget_exceeded"]);
    const again = tp.session();
    expect(
      await again.call({ id: "1", name: "web_search", arguments: { query: "words" } }),
    ).toMatchObject({
      data: { results: [{ title: "T", url: "https://t.example/", snippet: "S" }] },
    });
  });

  it("ends a call that a provider does not answer in the configured time", async () => {
    const at = await listen(() => {});
    const providers = [{ kind: "searxng", url: `http://${at}/` }];
    const { call } = await openGrida({
      localHosts: [at],
      policy: rules(`allow net.fetch ${at}`, "allow web_search **"),
      toolConfig: { web_search: { providers, timeoutMs: 100 } },
    });
    expect(codeOf(await call("web_search", { query: "words" }))).toBe("timeout");
  });
});

describe("capability requirements", () => {
  const reader = (
    requires: RequirementSet & { readonly fs: { readonly read: readonly string[] } },
  ) =>
    defineTool({
      id: "reader",
      description: "Reads.",
      parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      resources: { path: "fs.read" },
      requires,
      execute: async ({ path }, { fs }) => new TextDecoder().decode((await fs.read(path)).bytes),
    });

  it("takes a set as the document prints it", async () => {
    const requires = {
      fs: { read: ["{workspace}/**"], write: ["out/*.md"] },
      net: { hosts: ["*.example"] },
      shell: [{ cmd: "git", args: ["log", { wildcard: true }, { prefix: "--" }] }, { cmd: "ls" }],
      capabilities: ["clipboard"],
    } as const satisfies RequirementSet;
    const { tp } = await openGrida({ preset: "locked", tools: [reader(requires)] });
    expect(tp.kernel.problems()).toEqual([]);
  });

  it("expands {workspace} to the root and to those that the manifest declares [R167]", async () => {
    const { call, workspace } = await openGrida((base) => ({
      manifest: { id: "a", roots: [join(base, "more")] },
      tools: [reader({ fs: { read: ["{workspace}/**"] } })],
      policy: rules("allow fs.read {workspace}/**"),
    }));
    const near = (path: string) => join(workspace, "..", path);
    expect(await call("reader", { path: "src/a.txt" })).toMatchObject({ data: "alpha\n" });
    expect(await call("reader", { path: near("more/m.txt") })).toMatchObject({ data: "more\n" });
    expect(codeOf(await call("reader", { path: near("near/n.txt") }))).toBe("capability_denied");
  });

  it("fails closed where a variable is empty", async () => {
    const { call } = await openGrida({
      tools: [reader({ fs: { read: ["{ad-hoc}/**"] } })],
      policy: rules("allow * **"),
    });
    expect(codeOf(await call("reader", { path: "src/a.txt" }))).toBe("capability_denied");
  });

  it("throws on an undefined variable, and on an unknown name, when the manifest is read [R172]", async () => {
    const wrong = { id: "a", requires: { fs: { read: ["{workspce}/**"] } } };
    await expect(openGrida({ manifest: wrong })).rejects.toThrow(/undefined variable \{workspce\}/);
    const typo = { id: "a", rootz: ["/x"] };
    await expect(openGrida({ manifest: typo as never })).rejects.toThrow(/"rootz"/);
  });
});

describe("what nothing matches", () => {
  it("asks, and headless that is a deny which changes nothing: held or not [R145] [R149]", async () => {
    const { call, workspace } = await openGrida();
    for (const [name, args] of Object.entries(ARGUMENTS))
      expect([name, codeOf(await call(name, args))]).toEqual([name, "permission_denied"]);
    expect(readFileSync(join(workspace, "src/a.txt"), "utf8")).toBe("alpha\n");
    expect(existsSync(join(workspace, "b.txt"))).toBe(false);
  });

  it("is a deny headless although there is a broker, and nobody is asked [R149]", async () => {
    const { call, broker, workspace } = await openAsked(() => "once", {
      session: { headless: true },
    });
    expect(codeOf(await call("bash", { command: "rm -rf src" }))).toBe("permission_denied");
    expect(broker.questions()).toEqual([]);
    expect(existsSync(join(workspace, "src"))).toBe(true);
  });

  it("is a deny in the program as well, by the word in its environment [R149]", async () => {
    const world = openCliWorld({ "src/a.txt": "alpha\n" });
    onTestFinished(() => world.remove());
    const env = { TOOLPLANE_PROFILE: "grida" };
    const refused = await world.run(["call", "bash", '{"command":"rm -rf src"}'], { env });
    expect([refused.code === 0, existsSync(join(world.workspace, "src/a.txt"))]).toEqual([
      false,
      true,
    ]);
  });
});
