/**
 * Whole runs on a real repository with the product as users get it: the model finds a bug, mends it, runs the tests and commits, while
 * a subagent looks around in the background, a person speaks in between, and a rule says no.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane, type Toolplane } from "toolplane";
import {
  type Agent,
  type AgentOptions,
  type ModelScript,
  type ScriptedTurn,
  scriptedModel,
} from "toolplane/agent";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "sum", "type": "module", "scripts": { "test": "node --test" } }\n',
  "sum.js": "export const sum = (list) => list.reduce((all, one) => all + one, 1);\n",
  "sum.test.js": [
    'import assert from "node:assert";',
    'import { test } from "node:test";',
    'import { sum } from "./sum.js";',
    'test("sums", () => assert.equal(sum([2, 3]), 5));',
    "",
  ].join("\n"),
  ".env": "TOKEN=hunter2-hunter2\n",
  "AGENTS.md": "Commit what you mend.\n",
};

let folder = "";
const workspaces: string[] = [];

beforeAll(() => {
  if (!hasSandbox) return;
  folder = mkdtempSync(join(realpathSync(tmpdir()), "working-run-"));
  const home = join(folder, "home");
  mkdirSync(home);
  writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = A Person\n\temail = p@example.com\n");
});

afterAll(() => {
  if (folder !== "") rmSync(folder, { recursive: true, force: true });
});

function makeRepository(): string {
  const workspace = join(folder, `project-${workspaces.length}`);
  workspaces.push(workspace);
  mkdirSync(workspace);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(workspace, name), text);
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...words], {
      cwd: workspace,
    });
  git("init", "-q");
  git("add", "package.json", "sum.js", "sum.test.js", "AGENTS.md");
  git("commit", "-qm", "Begin");
  return workspace;
}

const logOf = (workspace: string) =>
  execFileSync("git", ["log", "--format=%s"], { cwd: workspace, encoding: "utf8" })
    .trim()
    .split("\n");

interface World {
  readonly workspace: string;
  open(script: ModelScript, options?: Partial<AgentOptions>): Promise<Agent>;
}

/** The product in a repository of its own. */
async function withProduct(work: (world: World) => Promise<void>): Promise<void> {
  const workspace = makeRepository();
  const tp: Toolplane = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    scratchParent: folder,
    environment: { ...process.env, HOME: join(folder, "home") },
    preset: "everyday",
    record: false,
    skills: false,
    subagents: { home: false, project: "none" },
    policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    onWarning: () => undefined,
  });
  try {
    await work({
      workspace,
      open: (script, options = {}) => tp.agent({ model: scriptedModel(script), ...options }),
    });
  } finally {
    await tp.close();
  }
}

const call = (name: string, args: Readonly<Record<string, unknown>>) =>
  ({ name, arguments: args }) as never;
const bash = (command: string) => call("bash", { command });

/** The whole day's work, one answer after the other. */
const WORK: readonly ScriptedTurn[] = [
  {
    text: "I have somebody look around, and look myself.",
    calls: [
      call("task", { prompt: "List the files.", subagent_type: "search", background: true }),
      call("read", { path: "sum.js" }),
      call("read", { path: ".env" }),
    ],
  },
  // The file was refused, so it goes on without it.
  { text: "I do without .env.", calls: [bash("node --test"), call("grep", { pattern: "reduce" })] },
  {
    calls: [call("edit", { path: "sum.js", old_string: "one, 1)", new_string: "one, 0)" })],
  },
  { calls: [bash("node --test")] },
  { calls: [bash("git add sum.js && git commit -qm 'Begin with nothing'")] },
  { text: "Mended and committed." },
  { text: "And the search is back too." },
  { agent: "search", calls: [call("glob", { pattern: "*.js" })] },
  { agent: "search", text: "sum.js and its test." },
];

describe.skipIf(!hasSandbox)("a run on a real repository (needs bubblewrap)", () => {
  it.each(["sequential", "parallel", { batched: 2 }] as const)(
    "finds a bug, mends it, runs the tests and commits, with the calls of an answer %j",
    async (strategy) => {
      await withProduct(async ({ workspace, open }) => {
        const agent = await open(WORK, { strategy });
        const codes: string[] = [];
        const exits: unknown[] = [];
        const said: string[] = [];
        agent.on((event) => {
          if (event.type !== "call-settle") return;
          const { result, tool } = event;
          codes.push(`${tool} ${result.type === "error" ? result.code : "ok"}`);
          if (tool !== "bash" || result.type !== "output") return;
          exits.push((result.details as { readonly exit_code?: number }).exit_code);
          said.push(JSON.stringify(result));
        });
        const outcome = await agent.run("The test fails. Mend it.");
        expect(outcome.status).toBe("done");
        expect(codes).toContain("read permission_denied");
        expect(codes.filter((code) => code.endsWith("ok"))).toHaveLength(codes.length - 1);
        // The test failed before and passes after.
        expect(exits, said.join("\n")).toEqual([1, 0, 0]);
        expect(readFileSync(join(workspace, "sum.js"), "utf8")).toContain("one, 0)");
        expect(logOf(workspace)).toEqual(["Begin with nothing", "Begin"]);
        expect(agent.background.list()).toMatchObject([{ state: "done", agent: "search" }]);
        expect(JSON.stringify(agent.state())).not.toContain("hunter2");
      });
    },
  );

  it("hears a person in the middle: what has not begun is skipped, and the words come next", async () => {
    await withProduct(async ({ workspace, open }) => {
      const agent = await open(
        (request, turn) => {
          if (turn === 0)
            return {
              calls: [
                call("write", { path: "one.txt", content: "1" }),
                call("write", { path: "two.txt", content: "2" }),
              ],
            };
          const last = request.messages.at(-1);
          return { text: last?.role === "user" ? `You said: ${last.text}` : "Nobody spoke." };
        },
        { strategy: "sequential" },
      );
      agent.on((event) => {
        if (event.type === "call-start" && event.arguments?.path === "one.txt")
          agent.steer("Only the first, please.");
      });
      expect(await agent.run("Write both.")).toEqual({
        status: "done",
        text: "You said: Only the first, please.",
      });
      expect(readFileSync(join(workspace, "one.txt"), "utf8")).toBe("1");
      expect(() => readFileSync(join(workspace, "two.txt"))).toThrow();
    });
  });

  it("stops at its budget with what was done, and goes on from there when it is asked again", async () => {
    await withProduct(async ({ workspace, open }) => {
      const costly = WORK.map((turn) => ({ ...turn, usage: { input: 90, output: 10 } }));
      const first = await open(costly, { limits: { tokens: 450 } });
      expect(await first.run("Mend it.")).toMatchObject({ status: "stopped", by: "tokens" });
      const state = first.state();
      await first.close();
      expect(logOf(workspace)).toEqual(["Begin"]);
      const { settings } = state;
      const more = { ...state, settings: { ...settings, limits: { turns: 100, repeats: 3 } } };
      // A model that is asked again looks at what is there; this one does the rest anew, whatever of it was done.
      let at = 1;
      const rest = () => {
        at += 1;
        return WORK[at] ?? {};
      };
      const second = await open(rest, { state: JSON.parse(JSON.stringify(more)) });
      expect(await second.run("Go on.")).toMatchObject({ status: "done" });
      expect(logOf(workspace)).toEqual(["Begin with nothing", "Begin"]);
    });
  });

  it("makes a long conversation shorter on the way, and still ends the work", async () => {
    await withProduct(async ({ workspace, open }) => {
      let at = 0;
      const model = {
        ...scriptedModel(({ tools, agent }) => {
          if (tools.length === 0) return { text: "So far: sum.js begins with 1." };
          if (agent !== undefined) return { text: "sum.js" };
          const turn = WORK.filter((one) => one.agent === undefined)[at];
          at += 1;
          return turn ?? {};
        }),
        contextTokens: 500,
      };
      const agent = await open([], { model });
      const shortened: number[] = [];
      agent.on((event) => void (event.type === "compaction-end" && shortened.push(event.messages)));
      expect(await agent.run("The test fails. Mend it.")).toMatchObject({ status: "done" });
      expect(shortened.length).toBeGreaterThan(0);
      expect(agent.state().messages[0]).toMatchObject({ text: "The test fails. Mend it." });
      expect(logOf(workspace)).toEqual(["Begin with nothing", "Begin"]);
    });
  });
});
