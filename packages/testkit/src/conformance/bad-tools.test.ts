import { defineTool, isToolError, output, type Tool } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createMemoryHost } from "../memory/create-memory-host.ts";
import { checkToolConformance } from "./check-tool-conformance.ts";
import { checkDoors } from "./check-touches.ts";
import { describeToolConformance } from "./describe-tool-conformance.ts";
import type { ToolConformanceOptions } from "./tool-conformance.ts";
import type { PlainRun, ToolSuite } from "./tool-suite.ts";

const base = {
  id: "read_note",
  description: "Reads a file.",
  parameters: {
    type: "object",
    properties: { path: { type: "string" }, note: { type: "string" } },
    required: ["path"],
  },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: "fs.read" },
} as const;
const good = defineTool({
  ...base,
  execute: async ({ path }, { fs }) => new TextDecoder().decode((await fs.read(path)).bytes),
});

function problemsOf(tool: Tool, more: Partial<ToolConformanceOptions> = {}) {
  return checkToolConformance({
    tool,
    host: () => createMemoryHost({ files: { "a.txt": "hello\n", "b.txt": "secret\n" } }),
    valid: [{ path: "a.txt", note: "n" }],
    invalid: [{ path: 1 }],
    patienceMs: 5,
    ...more,
  });
}
const namesOf = async (...given: Parameters<typeof problemsOf>) =>
  (await problemsOf(...given)).map(({ name }) => name);

const VALID = "valid arguments give an output";
const CANCEL = "cancelling stops it";
const DEADLINE = "its deadline stops it";
const COVERS = "its footprint covers what it touches";
const FAULTS = "it settles whatever its doors answer";
const HIDDEN = "it shows a model nothing of an error's detail, cause or stack";
const JSON_RESULT = "its results are JSON and say how long they took";
const BOUND = "its output is bounded, and what was cut can be read";
const REPEAT = "run twice on the same state it gives the same, if it says it is repeatable";
const STATE = "it keeps no state between hosts";
const KEY = "its approval key is deterministic";

describe("the suite against bad definitions", () => {
  it("has nothing against the tool that the bad ones are made of", async () => {
    expect(await problemsOf(good)).toEqual([]);
  });

  it("catches a definition that can be changed, in its depths too", async () => {
    expect(await problemsOf({ ...good })).toEqual([
      { name: "its definition is frozen", problem: "tool can be changed: freeze it" },
    ]);
    const deep = Object.freeze({ ...good, limits: { ...good.limits } });
    expect(await problemsOf(deep)).toEqual([
      { name: "its definition is frozen", problem: "tool.limits can be changed: freeze it" },
    ]);
  });

  it("catches a definition that lacks what every tool has", async () => {
    const { label, ...rest } = good;
    expect(await problemsOf(Object.freeze(rest) as Tool)).toEqual([
      {
        name: "its definition is complete",
        problem: "label is missing: make the tool with defineTool",
      },
    ]);
  });

  it("catches limits that bound nothing", async () => {
    const limits = Object.freeze({ ...good.limits, maxOutput: Number.POSITIVE_INFINITY });
    // No registry takes such a tool, so the checks that call it fail too.
    expect((await namesOf(Object.freeze({ ...good, limits }))).slice(0, 3)).toEqual([
      "its definition is complete",
      "its definition can be written as JSON",
      "valid arguments give an output",
    ]);
  });

  it("catches a definition that cannot be written down", async () => {
    const odd = defineTool({ ...base, output: { default: new Date(0) }, execute: good.execute });
    expect(await problemsOf(odd)).toEqual([
      {
        name: "its definition can be written as JSON",
        problem: "tool.output.default is not a plain object or array",
      },
    ]);
  });
});

describe("the suite against bad arguments", () => {
  it("catches a tool that throws raw errors", async () => {
    const raw = defineTool({
      ...base,
      execute: () => {
        throw new TypeError("boom");
      },
    });
    expect(await namesOf(raw)).toEqual([VALID]);
  });

  it("catches a suite that tries nothing", async () => {
    expect(await problemsOf(good, { valid: [] })).toEqual([
      { name: VALID, problem: "the suite was given no valid arguments" },
    ]);
  });

  it("catches a schema that lets everything through", async () => {
    const open = defineTool({ ...base, parameters: {}, execute: () => "anything goes" });
    expect(await problemsOf(open, { invalid: [{ path: "a.txt", note: 5 }] })).toEqual([
      {
        name: "invalid arguments give invalid_input and are never executed",
        problem: '{"path":"a.txt","note":5} reached execute',
      },
    ]);
  });
});

describe("the suite against bad identities", () => {
  it("catches an approval key that counts, or holds a random part [R136]", async () => {
    let count = 0;
    const counts = defineTool({
      ...base,
      approvalKey: () => `key ${count++}`,
      execute: good.execute,
    });
    expect((await problemsOf(counts))[0]).toEqual({
      name: KEY,
      problem: '{"path":"a.txt","note":"n"} gives another key the second time',
    });
    const rolls = defineTool({
      ...base,
      approvalKey: () => String(Math.random()),
      execute: good.execute,
    });
    expect(await namesOf(rolls)).toContain(KEY);
  });

  it.each([
    ["a timestamp", () => String(Date.now())],
    ["a day", () => new Date().toISOString().slice(0, 10)],
    ["a printed date", () => Date().slice(0, 15)],
  ])("catches an approval key that holds %s [R136]", async (_, approvalKey) => {
    const timed = defineTool({ ...base, approvalKey, execute: good.execute });
    expect(await namesOf(timed)).toContain(KEY);
  });

  it("catches an approval key that hangs on the order of members [R135]", async () => {
    const ordered = defineTool({
      ...base,
      approvalKey: (args) => JSON.stringify(args),
      execute: good.execute,
    });
    expect(await problemsOf(ordered)).toEqual([
      {
        name: KEY,
        problem: '{"path":"a.txt","note":"n"} gives another key when its members are reordered',
      },
    ]);
  });

  it("catches an approval key that throws, or is none", async () => {
    const throws = defineTool({
      ...base,
      approvalKey: () => {
        throw new TypeError("no key");
      },
      execute: good.execute,
    });
    expect(await problemsOf(throws)).toContainEqual({
      name: KEY,
      problem: "it broke the check: no key",
    });
    const empty = defineTool({ ...base, approvalKey: () => "", execute: good.execute });
    expect(await namesOf(empty)).toContain(KEY);
  });

  it("catches a footprint that changes", async () => {
    let count = 0;
    const wanders = defineTool({
      ...base,
      footprint: () => {
        count += 1;
        const path = `/workspace/${count}`;
        return [
          { capability: "fs.read", path, real: path, origin: "direct", via: "argument" } as const,
        ];
      },
      execute: good.execute,
    });
    expect(await namesOf(wanders, { layer: "bundled" })).toContain(
      "its footprint is deterministic",
    );
  });
});

describe("the suite against tools that touch too much", () => {
  it("catches a read that the footprint does not hold", async () => {
    const greedy = defineTool({
      ...base,
      execute: async ({ path }, { fs }) => {
        await fs.read("b.txt");
        return (await fs.read(path)).size;
      },
    });
    expect(await problemsOf(greedy)).toEqual([
      {
        name: COVERS,
        problem:
          '{"path":"a.txt","note":"n"} touches fs.read /workspace/b.txt, which its footprint does not hold',
      },
    ]);
    expect(await problemsOf(greedy, { mayTouchUnpredicted: true })).toEqual([]);
  });

  it("catches a program that the footprint does not hold", async () => {
    const runs = defineTool({
      ...base,
      requires: { ...base.requires, shell: [{ cmd: "*" }] },
      execute: async (_, { process }) => (await process.run(["ls"])).exitCode,
    });
    expect(await namesOf(runs)).toEqual([COVERS]);
  });

  it("catches a runtime with doors that were not required", async () => {
    const runtime = { fs: { read: () => {}, write: () => {} }, net: {} };
    const run = {
      args: { path: "a" },
      bench: { executions: [{ runtime }] },
    } as unknown as PlainRun;
    const suite = {
      options: { tool: good },
      plainRuns: async () => [run],
    } as unknown as ToolSuite;
    expect(await checkDoors.run(suite)).toBe(
      '{"path":"a"}: the doors are fs.read, fs.write, net, not fs.read',
    );
  });
});

describe("the suite against tools that do not stop", () => {
  it("catches a tool that waits for nothing that ever comes", async () => {
    const hangs = defineTool({ ...base, execute: () => new Promise<string>(() => {}) });
    expect(await namesOf(hangs)).toEqual(expect.arrayContaining([CANCEL, DEADLINE]));
  });

  it("catches a tool that goes on when it is told to stop", async () => {
    const stubborn = defineTool({
      ...base,
      execute: async ({ path }, { fs }) => {
        for (;;) {
          try {
            return (await fs.read(path)).size;
          } catch (error) {
            if (isToolError(error) && error.code !== "cancelled") throw error;
          }
        }
      },
    });
    const problems = await problemsOf(stubborn);
    expect(problems).toEqual([
      {
        name: CANCEL,
        problem:
          '{"path":"a.txt","note":"n"}: execute was still running when its call had been cancelled',
      },
      {
        name: DEADLINE,
        problem:
          '{"path":"a.txt","note":"n"}: execute was still running when its call had been timeout',
      },
    ]);
  });
});

describe("the suite against tools that do not stand faults", () => {
  it("catches a tool that trips over a door's error", async () => {
    const trips = defineTool({
      ...base,
      execute: async ({ path }, { fs }) => {
        try {
          return (await fs.read(path)).size;
        } catch (error) {
          return (error as { response: { status: number } }).response.status;
        }
      },
    });
    expect(await namesOf(trips)).toEqual([FAULTS]);
  });

  it.each([
    ["the detail", (error: Error) => JSON.stringify((error as { detail?: unknown }).detail)],
    ["the cause", (error: Error) => String((error.cause as Error | undefined)?.message)],
    ["the stack", (error: Error) => String(error.stack)],
  ])("catches a tool that shows a model %s of an error", async (_, tell) => {
    const tells = defineTool({
      ...base,
      execute: async ({ path }, { fs }) => {
        try {
          return String((await fs.read(path)).size);
        } catch (error) {
          return tell(error as Error);
        }
      },
    });
    expect(await namesOf(tells)).toEqual([HIDDEN]);
  });
});

describe("the suite against bad results", () => {
  it("catches a result that is not JSON", async () => {
    const odd = defineTool({
      ...base,
      execute: () => output("x", { details: { seen: new Map() } }),
    });
    expect(await problemsOf(odd)).toEqual([
      {
        name: JSON_RESULT,
        problem: '{"path":"a.txt","note":"n"}: result.details.seen is not a plain object or array',
      },
    ]);
  });

  it("catches output that is smuggled past its bound", async () => {
    const smuggles = defineTool({
      ...base,
      limits: { maxOutput: 1_000 },
      execute: () => output("x", { flow: { message: "y".repeat(20_000) } }),
    });
    expect((await problemsOf(smuggles)).map(({ name }) => name)).toEqual([BOUND]);
  });

  it("catches a tool that says its whole output lies where nothing is", async () => {
    const lies = (output_path: string) =>
      defineTool({ ...base, execute: () => output("x", { truncated: { output_path } }) });
    expect(await problemsOf(lies("/workspace/nothing"))).toEqual([
      {
        name: BOUND,
        problem: '{"path":"a.txt","note":"n"}: nothing lies at /workspace/nothing',
      },
    ]);
    expect(await namesOf(lies("/etc/out"))).toEqual([BOUND]);
  });

  it("catches details that are written into what a model sees", async () => {
    const tells = defineTool({
      ...base,
      execute: () => {
        const details = { token: "only for people to see" };
        return output(`done ${JSON.stringify(details)}`, { details });
      },
    });
    expect(await namesOf(tells)).toEqual(["its details stay out of what a model sees"]);
  });
});

describe("the suite against tools with a memory", () => {
  it("catches a counter in a tool that says it is repeatable", async () => {
    let count = 0;
    const counts = defineTool({ ...base, repeatable: true, execute: () => ++count });
    expect(await namesOf(counts)).toEqual([REPEAT, STATE]);
  });

  it("catches a cache that outlives its host, though the data are the same", async () => {
    const cache = new Map<string, number>();
    const caches = defineTool({
      ...base,
      execute: async ({ path }, { fs }) => {
        const size = cache.get(path) ?? (await fs.read(path)).size;
        cache.set(path, size);
        return size;
      },
    });
    expect(await namesOf(caches)).toEqual([STATE]);
  });
});

describe("describeToolConformance", () => {
  it("gives each check a test of its own, which fails with the problem", async () => {
    const tests = new Map<string, () => Promise<void>>();
    const suites: string[] = [];
    describeToolConformance(
      {
        describe: (name, body) => {
          suites.push(name);
          body();
        },
        it: (name, body) => tests.set(name, body),
      },
      { tool: { ...good }, host: () => createMemoryHost(), valid: [], invalid: [] },
    );
    expect([suites, tests.size]).toEqual([["tool read_note conforms"], 18]);
    await expect(tests.get("its definition is frozen")?.()).rejects.toThrow(
      "tool read_note: tool can be changed: freeze it",
    );
    await expect(tests.get("its definition is complete")?.()).resolves.toBeUndefined();
  });
});
