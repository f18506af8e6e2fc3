/**
 * SECURITY.md: "a registered secret lies in the store only where undo or a run that goes on needs it".
 *
 * Secrets go in through every tool and every face that keeps something; then the raw bytes of the store are searched. What may
 * hold one is read from the decision that lists it, and nowhere else.
 */
import {
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { scriptedModel } from "@toolplane/agent";
import { defineTool, type Json } from "@toolplane/contract";
import { createScriptedBroker } from "@toolplane/testkit";
import fc from "fast-check";
import { createToolplane, type Toolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

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
        preset: "bundled",
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
    raw: () =>
      Buffer.concat(
        readdirSync(userData, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
      ),
    cells: (text) => cellsWith(join(userData, "record.sqlite"), text),
  };
}

function cellsWith(path: string, text: string): readonly string[] {
  const database = new DatabaseSync(path, { readOnly: true });
  const found = new Set<string>();
  const images = new Set(
    database
      .prepare("SELECT before AS image FROM journal UNION SELECT after FROM journal")
      .all()
      .map(({ image }) => image),
  );
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  for (const { name } of tables)
    for (const row of database.prepare(`SELECT * FROM "${String(name)}"`).all())
      for (const [column, cell] of Object.entries(row)) {
        const bytes = cell instanceof Uint8Array ? Buffer.from(cell) : Buffer.from(String(cell));
        if (!bytes.includes(text)) continue;
        const isImage = name === "payloads" && images.has(row.digest ?? null);
        found.add(
          isImage
            ? "payloads.bytes"
            : name === "payloads"
              ? `payloads of ${bytes}`
              : `${String(name)}.${column}`,
        );
      }
  database.close();
  return [...found].sort();
}

/** Cells that the decision lists: `TABLE.COLUMN` in its table of what is kept as it was given. */
function listed(): readonly string[] {
  const page = readFileSync(
    new URL("../../docs/decisions/0024-kept-runs.md", import.meta.url),
    "utf8",
  );
  const rows = page
    .split("\n")
    .flatMap((line) => (line.startsWith("| `") ? [line.split("|")[1] ?? ""] : []));
  return rows.flatMap((cells) =>
    [...cells.matchAll(/`([a-z_]+\.[a-z_]+)`/g)].map(([, cell]) => cell as string),
  );
}

/** Calls of the page of each tool, the secret put behind one string of its arguments at a time. */
function plantedCalls(
  secret: string,
): readonly { readonly name: string; readonly arguments: Json }[] {
  const pattern = join(import.meta.dirname, "../../packages/tools/src/*/examples.json");
  return globSync(pattern)
    .sort()
    .flatMap((file) => {
      const name = file.split("/").at(-2)?.replaceAll("-", "_") ?? "";
      const examples = JSON.parse(readFileSync(file, "utf8")) as readonly Json[];
      return examples.flatMap((example) =>
        [...variants(example, secret)].map((planted) => ({ name, arguments: planted })),
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
        for (const [place, call] of calls.entries())
          await session.call({ id: `call_${place}`, ...call } as Parameters<
            typeof session.call
          >[0]);
        const kept = await session.call({
          id: "last",
          name: "memory",
          arguments: { action: "list" },
        });
        expect(kept).toMatchObject({ type: "output" });
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
    expect(listed()).toHaveLength(7);
    expect(cells.filter((cell) => !listed().includes(cell))).toEqual([]);
  }, 60_000);
});
