/**
 * SECURITY.md: "a registered secret lies in the store only where undo or a run that goes on needs it".
 *
 * Secrets go in through every tool and every face that keeps something; then the raw bytes of the store are searched. What may
 * hold one is read from the decision that lists it, and nowhere else.
 */
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@toolplane/agent";
import { defineTool, type Json, type JsonObject } from "@toolplane/contract";
import { createScriptedBroker } from "@toolplane/testkit";
import fc from "fast-check";
import { createToolplane, type Toolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { cellsOf, listedCells, rawBytes } from "./store-bytes.fixture.ts";

/** Keys of no provider, so that nothing but their registration gives them away. */
const secretText = fc.string({
  unit: fc.constantFrom(..."abcdefghijkmnopqrstuvwxyzABCDEFGH23456789-_."),
  minLength: 14,
  maxLength: 40,
});

const stating = defineTool({
  id: "stating",
  description: "Keeps what it is given, and fails with it.",
  parameters: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  requires: {},
  gated: false,
  state: { version: 1, schema: { type: "object" } },
  execute: async ({ text }, { state }) => {
    await state.set({ [text]: [{ deep: text }] });
    throw new TypeError(`not with ${text}`, { cause: { text } });
  },
});

interface World {
  readonly folder: string;
  readonly workspace: string;
  open(options?: ToolplaneOptions): Promise<Toolplane>;
  /** Everything that lies in the user data, as bytes. */
  raw(): Buffer;
  /** `TABLE.COLUMN` of each cell of the store that holds the text. */
  cells(text: string): readonly string[];
}

function openWorld(secret: string): World {
  const folder = mkdtempSync(join(tmpdir(), "toolplane-at-rest-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const workspace = join(folder, "project");
  const userData = join(folder, "data");
  mkdirSync(workspace);
  writeFileSync(join(workspace, "a.txt"), "alpha\n");
  return {
    folder,
    workspace,
    open: (options = {}) =>
      createToolplane({
        workspace,
        userData,
        sandbox: "none",
        preset: "everyday",
        secrets: { API_KEY: secret },
        onWarning: () => {},
        environment: { HOME: folder, PATH: "/usr/bin:/bin" },
        defaultPolicy: false,
        // What leaves the machine, or takes long, is refused: the refusal is kept as well.
        policy: [
          { permission: "*", pattern: "*", action: "allow" },
          ...["http_request", "web_fetch", "web_search", "repo_clone", "test_runner", "lsp"].map(
            (permission) => ({ permission, pattern: "*", action: "deny" as const }),
          ),
        ],
        ...options,
      }),
    raw: () => rawBytes(userData),
    cells: (text) => cellsOf(userData, text),
  };
}

/** Calls of the page of each tool, the secret put behind one string of its arguments at a time. */
function plantedCalls(
  secret: string,
): readonly { readonly name: string; readonly arguments: JsonObject }[] {
  const pattern = join(import.meta.dirname, "../../packages/tools/src/*/examples.json");
  return globSync(pattern)
    .sort()
    .flatMap((file) => {
      const name = file.split("/").at(-2)?.replaceAll("-", "_") ?? "";
      const examples = JSON.parse(readFileSync(file, "utf8")) as readonly Json[];
      return examples.flatMap((example) =>
        [...variants(example, secret)].map((planted) => ({
          name,
          arguments: planted as JsonObject,
        })),
      );
    });
}

function* variants(value: Json, secret: string): Generator<Json> {
  if (typeof value === "string") {
    yield `${value} ${secret}`;
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value))
    for (const planted of variants(member as Json, secret))
      yield Array.isArray(value)
        ? value.with(Number(name), planted)
        : { ...value, [name]: planted };
}

/** Tools that start programs or wait: one call of each below stands for all. */
const SLOW: ReadonlySet<string> = new Set([
  "bash",
  "background",
  "code_exec",
  "code_mode",
  "git",
  "sleep",
]);

describe("a registered secret at rest", () => {
  it("lies nowhere in the store's bytes after every tool that writes no file was given it", async () => {
    await fc.assert(
      fc.asyncProperty(secretText, async (secret) => {
        const world = openWorld(secret);
        const broker = createScriptedBroker(() => ({ choice: "answers", answers: [[secret]] }));
        const toolplane = await world.open({ tools: [stating], broker });
        const session = toolplane.session({ client: `editor ${secret}`, agent: `agent ${secret}` });
        session.said?.(`use ${secret} for it`);
        const write = /^(?:write|edit|multi_edit|apply_patch|undo|program)$/;
        const calls = [
          ...plantedCalls(secret).filter(({ name }) => !write.test(name) && !SLOW.has(name)),
          { name: "stating", arguments: { text: secret } },
          { name: "memory", arguments: { action: "write", key: `k ${secret}`, content: secret } },
          {
            name: "bash",
            arguments: { command: `echo ${secret} | base64; echo ${secret}; exit 3` },
          },
          { name: `no_tool_${secret}`, arguments: {} },
        ];
        const unknown = new Set<string>();
        for (const [place, { name, arguments: given }] of calls.entries()) {
          const result = await session.call({ id: `call_${place}`, name, arguments: given });
          if ("code" in result && result.code === "unknown_tool") unknown.add(name);
        }
        expect([...unknown]).toEqual([`no_tool_${secret}`]);
        const kept = await session.call({
          id: "last",
          name: "memory",
          arguments: { action: "list" },
        });
        expect(kept).toMatchObject({ type: "output" });
        // The log of a store that runs holds what was written, and is no place to hide either.
        expect(world.raw().includes(secret)).toBe(false);
        await toolplane.close();
        expect(world.cells(secret)).toEqual([]);
        expect(world.raw().includes(secret)).toBe(false);
        expect(world.raw().includes("[redacted:API_KEY]")).toBe(true);
      }),
      { numRuns: 2 },
    );
  });

  it("lies only in cells that the decision lists after files, runs and answers were given it", async () => {
    const secret = "kf83-hdl2_PQv.77aXy";
    const world = openWorld(secret);
    const broker = createScriptedBroker(() => ({ choice: "session" }));
    const toolplane = await world.open({
      broker,
      policy: [{ permission: "*", pattern: "*", action: "ask" }],
    });
    const session = toolplane.session();
    const write = { path: `${secret}.txt`, content: `key=${secret}\n` };
    await session.call({ id: "1", name: "write", arguments: write });
    await session.call({
      id: "2",
      name: "bash",
      arguments: { command: `printf %s ${secret} > b.txt` },
    });
    const agent = await toolplane.agent({
      model: scriptedModel([
        {
          calls: [
            {
              name: "todo",
              arguments: { todos: [{ content: secret, activeForm: secret, status: "pending" }] },
            },
          ],
        },
        { text: `done with ${secret}` },
      ]),
    });
    await agent.run(`Do it with ${secret}.`);
    await toolplane.close();
    const cells = world.cells(secret);
    expect(cells).toContain("journal.path");
    expect(listedCells()).toHaveLength(7);
    expect(cells.filter((cell) => !listedCells().includes(cell))).toEqual([]);
  }, 60_000);

  it("lies only in contents and names of files after each tool that writes files or runs programs was given it", async () => {
    const secret = "kf83-hdl2_PQv.77aXy";
    const world = openWorld(secret);
    execFileSync("git", ["init", "-q", world.workspace]);
    const toolplane = await world.open({
      broker: createScriptedBroker(() => ({ choice: "once" })),
    });
    const session = toolplane.session();
    const results: Record<string, unknown> = {};
    for (const [place, [name, given]] of writingCalls(secret).entries())
      results[`${place} ${name}`] = await session.call({
        id: `call_${place}`,
        name,
        arguments: given,
      });
    expect(failuresOf(results)).toEqual([]);
    const live = world.cells(secret);
    await toolplane.close();
    expect([...new Set([...live, ...world.cells(secret)])].sort()).toEqual([
      "journal.path",
      "payloads.bytes",
    ]);
  }, 60_000);
});

/** One call of each tool that changes files or starts programs, the secret in what it writes, runs and prints. */
function writingCalls(secret: string): readonly (readonly [string, Record<string, Json>])[] {
  const patch = `--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-three\n+${secret}\n`;
  const program = `const path = "m.txt"; await tools.write({ path, content: "${secret}" });
    await tools.bash({ command: "echo ${secret}" }); throw new Error("${secret}");`;
  return [
    ["write", { path: `${secret}/w.txt`, content: secret }],
    ["edit", { path: "a.txt", old_string: "alpha", new_string: `one ${secret}` }],
    [
      "multi_edit",
      { path: "a.txt", edits: [{ old_string: `one ${secret}`, new_string: "three" }] },
    ],
    ["apply_patch", { patch }],
    ["undo", { paths: ["a.txt"] }],
    ["undo", { action: "list" }],
    ["undo", { paths: [`${secret}/w.txt`] }],
    ["edit", { path: "a.txt", old_string: `no ${secret}`, new_string: "x" }],
    ["bash", { command: `echo ${secret} > b.txt; echo ${secret} >&2; exit 3` }],
    ["background", { action: "start", command: `echo ${secret}; sleep 600` }],
    ["background", { action: "list" }],
    ["background", { action: "stop", id: "1" }],
    ["code_exec", { language: "javascript", code: `throw new Error("${secret}")` }],
    ["code_exec", { language: "javascript", code: `return "${secret}"` }],
    ["code_mode", { program }],
    ["git", { action: "commit", message: `with ${secret}`, all: true }],
    ["git", { action: "log" }],
    ["git", { action: "show", ref: secret }],
  ];
}

/** Calls that were turned away before they did anything would prove nothing. */
function failuresOf(results: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(results).flatMap(([name, result]) => {
    const { code } = result as { readonly code?: string };
    return code === undefined || ["failed", "not_found", "conflict"].includes(code)
      ? []
      : [`${name}: ${code}`];
  });
}
