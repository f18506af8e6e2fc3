import { type Answer, defineTool, type Question } from "@toolplane/contract";
import { createMcpBroker } from "@toolplane/mcp";
import { unit } from "@toolplane/testkit";
import { afterEach, describe, expect, it } from "vitest";
import { createWorld, REVISIONS, textOf, type World, type WorldOptions } from "./world.ts";

const worlds: { close(): Promise<void> }[] = [];

afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

/** Runs a program that reaches for two hosts at once. */
const twoHosts = defineTool({
  id: "two_hosts",
  description: "Connects twice.",
  parameters: { type: "object", properties: { command: { type: "string" } } },
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: { access: "shell", default: "reach" } },
  gated: false,
  execute: async (_args, { shell }) => (await shell.run("reach")).output,
});

const reaching: NonNullable<WorldOptions["host"]> = {
  commands: { reach: [unit("reach")] },
  programs: {
    reach: async (_run, { connect }) => {
      const reached = await Promise.all(["one.test:443", "two.test:443"].map(connect));
      return { output: reached.join() };
    },
  },
};

/** A world whose questions go to somebody beside the clients. */
function open() {
  const asked: Question[] = [];
  const waiting: ((answer: Answer) => void)[] = [];
  const broker = createMcpBroker({
    fallback: {
      ask(question, signal) {
        asked.push(question);
        return new Promise((resolve, reject) => {
          waiting.push(resolve);
          signal.addEventListener("abort", () => reject(new Error("taken back")));
        });
      },
    },
  });
  const world: World = createWorld({
    tools: [twoHosts],
    host: reaching,
    kernel: { broker },
    server: { broker },
  });
  worlds.push(world);
  return { world, asked, answer: (answer: Answer) => waiting.shift()?.(answer) };
}

const put = { name: "put", arguments: { path: "b.txt" } };

describe.each(REVISIONS)("somebody else is asked for a client of revision %s", (revision) => {
  it("that can show no forms, and the call goes on with the answer", async () => {
    const { world, asked, answer } = open();
    const { client } = await world.connect({ revision });
    const yes = client.callTool(put);
    await expect.poll(() => asked.length).toBe(1);
    expect(world.written).toEqual([]);
    answer({ choice: "once" });
    expect(await yes).toMatchObject({ structuredContent: { path: "b.txt" } });
    const no = client.callTool(put);
    await expect.poll(() => asked.length).toBe(2);
    answer({ choice: "reject", note: "not now" });
    expect(textOf(await no)).toContain("They say: not now");
    expect(world.written).toEqual(["b.txt"]);
  });

  it("and never for one whose person said no", async () => {
    const { world, asked } = open();
    const { client } = await world.connect({
      revision,
      onForm: () => ({ action: "accept", content: { answer: "Reject" } }),
    });
    expect(await client.callTool(put)).toMatchObject({ isError: true });
    expect(asked).toEqual([]);
  });

  it.each(["decline", "cancel"])("that answers every form by itself with %s", async (action) => {
    const { world, asked, answer } = open();
    const { client } = await world.connect({ revision, onForm: () => ({ action }) });
    const call = client.callTool(put);
    await expect.poll(() => asked.length).toBe(1);
    answer({ choice: "once" });
    expect(await call).toMatchObject({ structuredContent: { path: "b.txt" } });
  });

  it("and the client hears that it waits, again and again", async () => {
    const { world, asked, answer } = open();
    const { client } = await world.connect({ revision });
    const heard: unknown[] = [];
    const call = client.callTool(put, { onprogress: (progress) => heard.push(progress) });
    await expect.poll(() => asked.length).toBe(1);
    world.host.clock.advance(5_001);
    world.host.clock.advance(5_001);
    await expect.poll(() => heard.length).toBe(3);
    expect(heard.at(-1)).toMatchObject({ progress: 3, message: "Waiting for a person to answer." });
    answer({ choice: "once" });
    await call;
    world.host.clock.advance(60_000);
    expect(heard).toHaveLength(3);
  });

  it("and the client hears that a running call waits, until its last question is over", async () => {
    const { world, asked, answer } = open();
    const { client } = await world.connect({ revision });
    const heard: unknown[] = [];
    const call = client.callTool(
      { name: "two_hosts", arguments: {} },
      { onprogress: (progress) => heard.push(progress) },
    );
    await expect.poll(() => asked.length).toBe(1);
    await expect.poll(() => heard.length).toBe(2);
    expect(heard.at(-1)).toMatchObject({ message: "Waiting for a person to answer." });
    answer({ choice: "reject" });
    await expect.poll(() => asked.length).toBe(2);
    world.host.clock.advance(5_001);
    await expect.poll(() => heard.length).toBe(3);
    answer({ choice: "reject" });
    expect(textOf(await call)).toContain("false,false");
    world.host.clock.advance(60_000);
    expect(heard).toHaveLength(3);
  });

  it("until the client cancels: the question is taken back and nothing runs", async () => {
    const { world, asked } = open();
    const { client } = await world.connect({ revision });
    const controller = new AbortController();
    const call = client.callTool(put, { signal: controller.signal });
    const cancelled = expect(call).rejects.toThrow();
    await expect.poll(() => asked.length).toBe(1);
    controller.abort("enough");
    await cancelled;
    expect(world.written).toEqual([]);
  });
});
