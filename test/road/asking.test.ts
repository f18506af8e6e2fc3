import { type Answer, defineTool, type Tool } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { createMemoryRecorder, unit } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld, type World, type WorldOptions } from "./fixture.ts";

/** Makes a call that asks exactly once, in one of the four ways in which a call can. */
type Asking = (broker: Broker) => { readonly world: World; readonly name: string };

const SECRET = "hunter2-hunter2";
const secrets = { api: SECRET };

const parameters = {
  type: "object",
  properties: { text: { type: "string" }, command: { type: "string" } },
} as const;

const asker: Tool = defineTool({
  id: "asker",
  description: "Asks the user.",
  parameters,
  requires: {},
  execute: async ({ text }, { ask }) => ask([{ question: `Which, ${text}?` }]),
});

const installer: Tool = defineTool({
  id: "installer",
  description: "Runs a program that connects.",
  parameters,
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: { access: "shell", default: "npm i" } },
  execute: async (_args, { shell }) => (await shell.run("npm i")).exitCode,
});

const connects: WorldOptions["host"] = {
  commands: { "npm i": [unit("npm i")] },
  programs: {
    npm: async (_run, { connect }) => ({ exitCode: (await connect("registry.test:443")) ? 0 : 1 }),
  },
};

const SITES: Readonly<Record<string, Asking>> = {
  "before it runs": (broker) => ({
    world: openWorld({ kernel: { broker, secrets } }),
    name: "echo",
  }),
  "for its tool": (broker) => ({
    world: openWorld({ rules: [allowAll], kernel: { broker, secrets, tools: [asker] } }),
    name: "asker",
  }),
  "about a host while it runs": (broker) => ({
    world: openWorld({
      kernel: { broker, secrets, tools: [installer] },
      rules: [allowAll, { permission: "net.fetch", pattern: "registry.test", action: "ask" }],
      host: connects,
    }),
    name: "installer",
  }),
  "to run again, wider": (broker) => ({
    world: openWorld({
      kernel: { broker, secrets, tools: [installer], contained: true },
      host: connects,
    }),
    name: "installer",
  }),
};

/** What listeners heard of questions, and that the call settled. */
function listen(world: World): readonly string[] {
  const heard: string[] = [];
  world.session.on((event) => {
    if (event.type === "approval-request") heard.push(`request ${event.question.id}`);
    if (event.type === "approval-answer") heard.push(`${event.choice} ${event.questionId}`);
    if (event.type === "call-settle") heard.push("settle");
  });
  return heard;
}

const FIRST: Answer = { choice: "once" };

describe("a person is asked", () => {
  const open = (flush: () => Promise<void>, asked: string[]) =>
    openWorld({
      kernel: {
        recorder: { ...createMemoryRecorder(), flush },
        broker: {
          ask: async () => {
            asked.push("asked");
            return FIRST;
          },
        },
      },
    });

  it("when what was done before is kept: the answer may come to another process", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked: string[] = [];
    const world = open(() => promise.then(() => void asked.push("kept")), asked);
    const call = world.call("echo");
    await new Promise<void>((later) => setImmediate(later));
    expect(asked).toEqual([]);
    resolve();
    expect(codeOf(await call)).toBe("output");
    expect(asked).toEqual(["kept", "asked"]);
  });

  it("not at all when it cannot be kept", async () => {
    const asked: string[] = [];
    const world = open(() => Promise.reject(new Error("disk full")), asked);
    expect([codeOf(await world.call("echo")), asked]).toEqual(["unavailable", []]);
  });
});

describe.each(Object.entries(SITES))("a call that asks %s", (_name, asking) => {
  const ends: readonly (readonly [string, Broker["ask"], string])[] = [
    [
      "an answer",
      async ({ kind }) => (kind === "tool" ? { choice: "answers", answers: [["x"]] } : FIRST),
      "once|answers",
    ],
    ["a rejection", async () => ({ choice: "reject" }), "reject"],
    ["a broker that fails", () => Promise.reject(new TypeError("gone")), "none"],
    ["a broker that throws", () => thrown(), "none"],
    ["an answer that is none", async () => ({ choice: "maybe" }) as never, "none"],
  ];

  it.each(ends)(
    "tells listeners when the question begins and ends: %s",
    async (_end, ask, said) => {
      let asked = 0;
      const first: Broker = {
        ask: (question, signal) => {
          asked += 1;
          // What a wider run then meets is another question, and not the one this is about.
          return asked === 1 ? ask(question, signal) : Promise.resolve({ choice: "reject" });
        },
      };
      const { world, name } = asking(first);
      const heard = listen(world);
      await world.call(name);
      const [request, end] = heard;
      const id = request?.replace("request ", "");
      expect(request).toMatch(/^request \S+$/);
      expect(said.split("|").map((choice) => `${choice} ${id}`)).toContain(end);
      expect(heard.filter((line) => line.endsWith(` ${id}`))).toHaveLength(2);
      expect(heard.at(-1)).toBe("settle");
    },
  );

  it("tells listeners that the question is over before a cancelled call settles", async () => {
    const { promise: shown, resolve } = Promise.withResolvers<void>();
    const { world, name } = asking({
      ask: () => {
        resolve();
        return new Promise(() => {});
      },
    });
    const heard = listen(world);
    const call = world.call(name);
    await shown;
    world.session.cancel();
    world.clock.advance(10_000);
    expect(codeOf(await call)).toBe("cancelled");
    const id = heard[0]?.replace("request ", "");
    expect(heard).toEqual([`request ${id}`, `none ${id}`, "settle"]);
  });

  it("shows listeners no secret in the question", async () => {
    const { world, name } = asking({ ask: async () => ({ choice: "reject" }) });
    const questions: unknown[] = [];
    world.session.on((event) => {
      if (event.type === "approval-request") questions.push(event.question);
    });
    await world.call(name, { text: SECRET });
    expect(questions).toHaveLength(1);
    expect(JSON.stringify(questions)).toContain("[redacted:api]");
    expect(JSON.stringify(questions)).not.toContain(SECRET);
  });
});

it("shows nobody a secret that stands in the name of what a call touches", async () => {
  const writer = defineTool({
    id: "writer",
    description: "Writes.",
    parameters: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
    requires: { fs: { write: ["{workspace}/**"] } },
    resources: { path: "fs.write" },
    execute: () => "written",
  });
  const asked: unknown[] = [];
  const broker: Broker = {
    ask: async (question) => {
      asked.push(question);
      return { choice: "reject" };
    },
  };
  const world = openWorld({ kernel: { broker, secrets, tools: [writer] } });
  await world.call("writer", { path: `keys/${SECRET}.txt` });
  expect(asked).toHaveLength(1);
  expect(JSON.stringify(asked)).toContain("keys/[redacted:api].txt");
  expect(JSON.stringify(asked)).not.toContain(SECRET);
});

function thrown(): never {
  throw new TypeError("gone");
}
