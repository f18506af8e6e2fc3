/** A question that offers to look something up first: the answer that wants it, and what the person is then shown. */
import { defineTool, type NetTarget, type ShownFact, type Tool } from "@toolplane/contract";
import type { GateDecision } from "@toolplane/contract/ports";
import { LANDING_SANDBOX, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openWorld, type WorldOptions } from "./fixture.ts";

const runner: Tool = defineTool({
  id: "runner",
  description: "Runs a program that connects.",
  parameters: { type: "object", properties: { command: { type: "string" } } },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: { access: "shell", default: "fetch" } },
  execute: async (_args, { shell }) => (await shell.run("fetch")).exitCode,
});

const TARGET: NetTarget = {
  capability: "net.fetch",
  scheme: "https",
  host: "npm.test",
  port: 443,
  method: "GET",
  urlPath: "/left-pad",
};

/** One call whose program asks about a package, with a look-up that gives this. */
async function ask(
  facts: () => Promise<readonly ShownFact[]>,
  options: Pick<WorldOptions, "answers" | "rules">,
) {
  const decisions: GateDecision[] = [];
  let looks = 0;
  const world = openWorld({
    answers: options.answers ?? [],
    rules: [
      { permission: "shell.run", pattern: "fetch", action: "allow" },
      ...(options.rules ?? []),
    ],
    kernel: { tools: [runner] },
    host: {
      sandbox: LANDING_SANDBOX,
      commands: { fetch: [unit("fetch")] },
      programs: {
        fetch: async () => {
          const gate = world.host.spawned().at(-1)?.context.gate;
          const wanted = { ...TARGET, package: { manager: "npm", name: "left-pad" } } as const;
          const lookUp = {
            words: "asks npm.test for left-pad",
            target: TARGET,
            run: () => {
              looks += 1;
              return facts();
            },
          };
          if (gate) decisions.push(await gate.ask(wanted, lookUp));
          return { exitCode: 0 };
        },
      },
    },
  });
  await world.call("runner");
  const { answers = [], accesses = [] } = world.recorder.settled()[0] ?? {};
  return {
    allowed: decisions[0]?.allowed,
    questions: world.broker.questions(),
    looks,
    choices: answers.map(({ choice }) => choice),
    accesses: accesses.map(({ subject, refused }) => [subject, refused !== undefined]),
  };
}

const LOOK = { choice: "look-up" } as const;
const HOST = "net.fetch https://npm.test:443";

describe("a question that offers to look something up", () => {
  it("comes again with what was found, in lines of their own, and is decided by the second answer", async () => {
    const found: readonly ShownFact[] = [
      { label: "version", text: "1.0.0" },
      { label: "age", text: "1 day", warns: true },
    ];
    const asked = await ask(async () => found, { answers: [LOOK, "once"] });
    expect(asked.allowed).toBe(true);
    const [first, second] = asked.questions;
    expect(first).toMatchObject({ lookUp: "asks npm.test for left-pad" });
    expect(first).not.toHaveProperty("facts");
    expect(second).not.toHaveProperty("lookUp");
    expect(second?.facts).toEqual(found);
    expect(second?.lines).toEqual(
      expect.arrayContaining(["version: 1.0.0", "age: 1 day (warning)"]),
    );
    expect(second?.cover).toEqual(first?.cover);
  });

  it("is recorded with the look-up, as an access and as an answer, whatever the person says then", async () => {
    const asked = await ask(async () => [], { answers: [LOOK, "reject"] });
    expect(asked.choices).toEqual(["look-up", "reject"]);
    expect(asked.accesses.slice(-2)).toEqual([
      [HOST, false],
      [HOST, true],
    ]);
  });

  it("looks nothing up where the person answers at once", async () => {
    expect((await ask(async () => [], { answers: ["reject"] })).looks).toBe(0);
    expect((await ask(async () => [], { answers: ["once"] })).looks).toBe(0);
  });

  it("says that a look-up failed, and offers it again, three times at most", async () => {
    const asked = await ask(() => Promise.reject(new TypeError("secret words")), {
      answers: [LOOK, LOOK, LOOK, "once"],
    });
    expect(asked.questions.map(({ lookUp }) => lookUp !== undefined)).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(asked.questions[3]?.facts).toEqual([
      { label: "Looked up", text: "It failed.", warns: true },
    ]);
    expect([asked.looks, asked.allowed]).toEqual([3, true]);
  });

  it("shows a stranger's text escaped and cut, and no more than 20 of them", async () => {
    const text = `\u001b[2J\n${"x".repeat(2_000)}`;
    const asked = await ask(async () => Array.from({ length: 99 }, () => ({ label: "l", text })), {
      answers: [LOOK, "reject"],
    });
    const facts = asked.questions[1]?.facts ?? [];
    expect(facts).toHaveLength(20);
    expect(JSON.stringify(facts)).not.toContain("\\u001b");
    expect(facts.every((fact) => fact.text.length <= 300 && !fact.text.includes("\n"))).toBe(true);
  });

  it("is no answer where nothing can be looked up any more", async () => {
    const asked = await ask(async () => [], { answers: [LOOK, LOOK] });
    expect([asked.looks, asked.allowed]).toEqual([1, false]);
  });
});
