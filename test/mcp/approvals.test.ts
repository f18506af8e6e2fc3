import { defineTool } from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import { createWorld, REVISIONS, textOf, type World, type WorldOptions } from "./world.ts";

const worlds: World[] = [];

afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

function open(options?: WorldOptions): World {
  const world = createWorld(options);
  worlds.push(world);
  return world;
}

const answer = (text: string): unknown => ({ action: "accept", content: { answer: text } });

const put = { name: "put", arguments: { path: "b.txt" } };

describe.each(REVISIONS)("a question to a client of revision %s", (revision) => {
  it("shows what will be touched, why it asks and what always covers; once runs the call once", async () => {
    const world = open();
    const shown: string[] = [];
    const { client } = await world.connect({
      revision,
      onForm(message, schema) {
        shown.push(message);
        expect(schema).toMatchObject({
          properties: {
            answer: { enum: ["Allow once", "Allow always in this session", "Reject"] },
          },
          required: ["answer"],
        });
        return answer("Allow once");
      },
    });
    const result = await client.callTool(put);
    expect(result).toMatchObject({ structuredContent: { path: "b.txt" } });
    expect(shown[0]?.split("\n")).toEqual([
      "put asks",
      "  write /workspace/b.txt",
      expect.stringMatching(/^Why it asks: .*policy\.json:3/),
      "  path = b.txt",
      '"Allow always in this session" would cover exactly:',
      "  write /workspace/b.txt",
    ]);
    await client.callTool(put);
    expect([shown.length, world.written]).toEqual([2, ["b.txt", "b.txt"]]);
  });

  it("is asked once when the answer was always, for that file and no other", async () => {
    const world = open();
    let asked = 0;
    const { client } = await world.connect({
      revision,
      onForm() {
        asked += 1;
        return answer("Allow always in this session");
      },
    });
    await client.callTool(put);
    await client.callTool(put);
    expect(asked).toBe(1);
    await client.callTool({ name: "put", arguments: { path: "c.txt" } });
    expect([asked, world.written]).toEqual([2, ["b.txt", "b.txt", "c.txt"]]);
  });

  it.each([
    ["a rejection", answer("Reject"), "The user rejected this call."],
    ["a form that was declined at once", { action: "decline" }, "nobody was asked"],
    ["a closed form", { action: "cancel" }, "closed the question without an answer"],
    ["a word that was not offered", answer("allow once"), "The user rejected this call."],
    ["no content", { action: "accept" }, "The user rejected this call."],
  ])("runs nothing after %s", async (_name, reply, text) => {
    const world = open();
    const { client } = await world.connect({ revision, onForm: () => reply });
    const result = await client.callTool(put);
    expect([result.isError, textOf(result)]).toEqual([true, expect.stringContaining(text)]);
    expect(world.written).toEqual([]);
  });

  it("tells a person's no from a client's own", async () => {
    const world = open({
      server: { rulesPlace: () => ({ file: "~/policy.jsonc", note: "Mind." }) },
    });
    let thinkMs = 0;
    const { client } = await world.connect({
      revision,
      async onForm() {
        await world.host.clock.advance(thinkMs);
        return { action: "decline" };
      },
    });
    const own = textOf(await client.callTool(put));
    expect(own).toContain("policy.json:3");
    expect(own).toContain("No person rejected it.");
    expect(own).toMatch(/a person can add to ~\/policy\.jsonc: \{.*\}\. Mind\.$/);
    thinkMs = 400;
    expect(textOf(await client.callTool(put))).toBe("The user rejected this call.");
    expect(world.written).toEqual([]);
  });

  it("runs nothing when the client breaks while it is asked", async () => {
    const world = open();
    const { client } = await world.connect({
      revision,
      onForm() {
        throw new Error("no screen");
      },
    });
    const outcome = await client.callTool(put).then(
      ({ isError }) => isError,
      () => "thrown by the client",
    );
    expect([true, "thrown by the client"]).toContain(outcome);
    expect(world.written).toEqual([]);
  });

  it("is a refusal that names the rule and the way out where the client cannot be asked", async () => {
    const world = open();
    const { client } = await world.connect({ revision });
    const result = await client.callTool(put);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("policy.json:3");
    expect(textOf(result)).toContain("nobody can be asked here");
    expect(textOf(result)).toContain("declares no elicitation of forms");
    expect(textOf(result)).toContain(
      '{"permission":"fs.write","pattern":"/workspace/b.txt","action":"allow"}',
    );
    expect(world.written).toEqual([]);
  });

  it("goes to the client whose call it is, and an answer always is that client's own", async () => {
    const world = open();
    const asked: string[] = [];
    const connect = (name: string) =>
      world.connect({
        revision,
        onForm() {
          asked.push(name);
          return answer("Allow always in this session");
        },
      });
    const [one, two] = await Promise.all([connect("one"), connect("two")]);
    await two.client.callTool(put);
    await one.client.callTool(put);
    await two.client.callTool(put);
    expect(asked).toEqual(["two", "one"]);
  });

  it("carries a tool's own questions and the answers back", async () => {
    const world = open({ tools: [askingTool] });
    const { client } = await world.connect({
      revision,
      onForm(message, schema) {
        expect(message).toContain("Which colour?");
        expect(schema).toMatchObject({ properties: { question_1: { enum: ["red", "blue"] } } });
        return { action: "accept", content: { question_1: "blue", question_2: "why not" } };
      },
    });
    expect(textOf(await client.callTool({ name: "choose", arguments: {} }))).toBe(
      '[["blue"],["why not"]]',
    );
  });

  it("holds the questions of parallel calls apart, one at a time", async () => {
    const world = open();
    let open1 = 0;
    let most = 0;
    const { client } = await world.connect({
      revision,
      async onForm(message) {
        open1 += 1;
        most = Math.max(most, open1);
        await Promise.resolve();
        open1 -= 1;
        return answer(message.includes("b1.txt") ? "Reject" : "Allow once");
      },
    });
    const paths = ["b0.txt", "b1.txt", "b2.txt"];
    const results = await Promise.all(
      paths.map((path) => client.callTool({ name: "put", arguments: { path } })),
    );
    expect(results.map(({ isError = false }) => isError)).toEqual([false, true, false]);
    expect([most, world.written.toSorted()]).toEqual([1, ["b0.txt", "b2.txt"]]);
  });
});

describe("a call that waits for its answer between two requests", () => {
  const askOnly = { allowInputRequired: true } as const;
  const revision = "2026-07-28";
  const approve = { approval: answer("Allow once") };

  async function parked(world: World) {
    const { client } = await world.connect({ revision, onForm: () => answer("Reject") });
    const asked = (await client.callTool(put, askOnly as never)) as never as {
      readonly requestState: string;
    };
    return { client, state: asked.requestState };
  }

  const retry = (
    client: Awaited<ReturnType<typeof parked>>["client"],
    params: object,
  ): Promise<{ isError?: boolean }> =>
    client.request({ method: "tools/call", params: params as never }, askOnly as never) as never;

  it("goes on with the answer, and the answer works once", async () => {
    const world = open();
    const { client, state } = await parked(world);
    expect(world.written).toEqual([]);
    const again = { ...put, requestState: state, inputResponses: approve };
    expect(await retry(client, again)).toMatchObject({ structuredContent: { path: "b.txt" } });
    const second = await retry(client, again);
    expect([second.isError, textOf(second)]).toEqual([
      true,
      expect.stringContaining("Nobody answered the question in time"),
    ]);
    expect(world.written).toEqual(["b.txt"]);
  });

  it("is not answered by the same words with other arguments, another tool or another client", async () => {
    const world = open();
    const { client, state } = await parked(world);
    const other = await world.connect({ revision, onForm: () => answer("Reject") });
    const attempts: readonly [typeof client, object][] = [
      [client, { ...put, arguments: { path: "c.txt" } }],
      [client, { ...put, name: "read" }],
    ];
    const strangers: readonly [typeof client, object][] = [
      [client, { ...put, requestState: `${state}x` }],
      [other.client, put],
    ];
    for (const [who, params] of strangers)
      await expect(
        retry(who, { requestState: state, ...params, inputResponses: approve }),
      ).rejects.toMatchObject({ code: -32_602 });
    for (const [who, params] of attempts) {
      const result = await retry(who, { requestState: state, ...params, inputResponses: approve });
      expect(result.isError).toBe(true);
    }
    expect(world.written).toEqual([]);
  });

  it("is asked again when the client comes back without an answer", async () => {
    const world = open();
    const { client, state } = await parked(world);
    const asked = (await retry(client, { ...put, requestState: state })) as never as {
      readonly requestState: string;
    };
    expect(asked.requestState).not.toBe(state);
    await retry(client, {
      ...put,
      requestState: asked.requestState,
      inputResponses: approve,
    });
    expect(world.written).toEqual(["b.txt"]);
  });

  it("is cancelled when nobody comes back in time, and keeps no other call waiting", async () => {
    const world = open({ server: { askTimeoutMs: 1_000 } });
    const { client, state } = await parked(world);
    const next = client.callTool({ name: "put", arguments: { path: "d.txt" } }, askOnly as never);
    expect(await next).toMatchObject({ resultType: "input_required" });
    await world.host.clock.advance(1_001);
    const late = await retry(client, { ...put, requestState: state, inputResponses: approve });
    expect(late.isError).toBe(true);
    expect(world.written).toEqual([]);
  });
});

const askingTool = defineTool({
  id: "choose",
  description: "Asks.",
  parameters: { type: "object" },
  requires: {},
  gated: false,
  execute: async (_args, runtime) => [
    ...(await runtime.ask([
      { question: "Which colour?", options: [{ label: "red" }, { label: "blue" }] },
      { question: "Why?" },
    ])),
  ],
});
