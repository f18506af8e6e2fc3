import { defineTool, type Tool } from "@toolplane/contract";
import { command } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

const COUNT = 4_000;
const NAMES = Array.from({ length: COUNT }, (_, index) => `file-${index}`);

/** How many times as much a call costs as its explanation, which reads and judges the same line and runs nothing. */
async function costOf(line: Parameters<typeof command>[0]): Promise<number> {
  const world = openWorld({
    rules: [allowAll],
    host: { commands: { go: command(line) }, programs: { go: "" } },
  });
  const call = { name: "bash", arguments: { command: "go" } };
  const explained = await timed(() => world.session.explain({ id: "first", ...call }));
  const called = await timed(() => world.session.call({ id: "second", ...call }));
  expect(codeOf(called.value)).toBe("output");
  return called.cost / explained.cost;
}

/** What this thread worked, not how long it took: the cores may be busy with something else. */
async function timed<T>(run: () => T | Promise<T>): Promise<{ value: T; cost: number }> {
  const before = process.threadCpuUsage();
  const value = await run();
  const { user, system } = process.threadCpuUsage(before);
  return { value, cost: user + system };
}

/** Comparing each resource with all the others made it forty and more. */
const BOUND = 10;

describe("the shell door", () => {
  it("looks at each of many files of one command once", async () => {
    expect(await costOf({ units: ["rm"], writes: NAMES })).toBeLessThan(BOUND);
  });

  it("looks at each of many commands of one line once", async () => {
    expect(await costOf({ units: NAMES.map((name) => `touch ${name}`) })).toBeLessThan(BOUND);
  });
});

describe("what the shell door lets pass", () => {
  it("is not recorded as refused, although the judged line did not name it", async () => {
    const other: Tool = defineTool({
      id: "other",
      description: "Runs the allowed command with another operand.",
      parameters: { type: "object", properties: { command: { type: "string" } } },
      requires: { shell: [{ cmd: "*" }] },
      resources: { command: "shell" },
      execute: async (_args, { shell }) => (await shell.run("cat b")).exitCode,
    });
    const heard: string[] = [];
    const world = openWorld({
      rules: [{ permission: "other", pattern: "cat *", action: "allow" }],
      kernel: { tools: [other], onEvent: ({ type }) => heard.push(type) },
      host: {
        commands: {
          "cat a": command({ units: ["cat a"], reads: ["a"] }),
          "cat b": command({ units: ["cat b"], reads: ["b"] }),
        },
        programs: { cat: "" },
      },
    });
    expect(codeOf(await world.call("other", { command: "cat a" }))).toBe("output");
    expect(world.recorder.settled()[0]?.accesses).toContainEqual({
      subject: "fs.read /workspace/b",
      predicted: false,
    });
    expect(heard).toContain("access-surprise");
    expect(heard).not.toContain("access-refuse");
  });
});

describe("the confinement of processes", () => {
  it("is the same for all calls that nobody was asked about, and what one was approved for stays with it", async () => {
    const world = openWorld({
      rules: [allowAll, { permission: "fs.read", pattern: "**/.env", action: "ask" }],
      answers: [{ choice: "once" }],
      host: {
        commands: {
          "cat a": command({ units: ["cat a"], reads: ["a"] }),
          "cat .env": command({ units: ["cat .env"], reads: [".env"] }),
        },
        programs: { cat: "" },
      },
    });
    for (const line of ["cat a", "cat .env", "cat a"])
      expect(codeOf(await world.call("bash", { command: line }))).toBe("output");
    const [before, asked, after] = world.host.spawned().map(({ context }) => context.confinement);
    expect(after).toBe(before);
    expect(before?.read.opened).toEqual([]);
    expect(asked?.read.opened).toContain("/workspace/.env");
    expect({ ...asked, read: before?.read, write: before?.write }).toEqual(before);
  });
});
