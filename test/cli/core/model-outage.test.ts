/** A model that does not answer: `run` outlives it, says what it does, and always comes to an outcome. */
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { openLoopbackModel } from "../chat/loopback-model.fixture.ts";

const TIRED = "the stub is tired";
const SOON = { "retry-after-ms": "20" };

/** Answers so many requests with 500, and the rest with words. */
async function openTired(failures: number): Promise<string> {
  const { name } = await openLoopbackModel((reply, request) => {
    if (request <= failures) return reply.fail(500, TIRED, SOON);
    reply.say("Here I am.");
    reply.end();
  });
  return name;
}

function openWorld(): CliWorld {
  const world = openCliWorld({ "README.md": "hello\n" });
  onTestFinished(() => world.remove());
  return world;
}

async function run(world: CliWorld, ...words: readonly string[]) {
  const child = world.spawn(["run", ...words]);
  const [out, err, [code]] = await Promise.all([
    child.stdout ? text(child.stdout) : "",
    child.stderr ? text(child.stderr) : "",
    once(child, "exit") as Promise<[number]>,
  ]);
  return { out, err, code };
}

function lastLine(out: string): object {
  return JSON.parse(out.trimEnd().split("\n").at(-1) ?? "") as object;
}

describe("a run whose model does not answer", () => {
  it("tells each try that is coming, and goes on when the model answers", async () => {
    const { out, err, code } = await run(openWorld(), "hello", "--model", await openTired(2));
    expect(err).toMatch(/! 127\S+\/stub answered 500: "the stub is tired"\. Try 2 of 5 in 20 ms\./);
    expect(err).toContain("Try 3 of 5 in ");
    expect(err).not.toContain("Try 4");
    expect(out).toContain("Here I am.");
    expect(code).toBe(0);
  });

  it("ends as failed with the provider's words, its JSON ends with the outcome, and it can be gone on with", async () => {
    const world = openWorld();
    const model = await openTired(5);
    const { out, code } = await run(world, "hello", "--model", model, "--json");
    const last = lastLine(out);
    expect(last).toMatchObject({
      type: "run-end",
      outcome: {
        status: "failed",
        message: expect.stringMatching(/answered 500: "the stub is tired"\. Tried 5 times\./),
        httpStatus: 500,
        tries: 5,
      },
    });
    expect(out.match(/"model-retry"/g)).toHaveLength(4);
    expect(code).toBe(1);
    const { runId } = last as { readonly runId: string };
    const again = await run(world, "--resume", runId.slice(0, 8));
    expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Here I am.") });
  });

  it("names the variable of a key that was not taken, and says how to go on", async () => {
    const { name } = await openLoopbackModel((reply) => reply.fail(401, "who are you?"));
    const { err, code } = await run(openWorld(), "hello", "--model", name);
    expect(err).toMatch(
      /! failed: \S+ answered 401: it did not take the key in TOOLPLANE_MODEL_KEY\. It said: "who are you"\.\n {2}Go on: toolplane run --resume \w{8}/,
    );
    expect(code).toBe(1);
  });

  it("gives a megabyte in one line as it came, in one piece or in many", async () => {
    for (const [pieces, size] of [
      [1, 1_000_000],
      [1_000, 1_000],
    ] as const) {
      const { name } = await openLoopbackModel((reply) => {
        for (let piece = 0; piece < pieces; piece += 1) reply.say("x".repeat(size));
        reply.say(" the end");
        reply.end();
      });
      const { out, code } = await run(openWorld(), "hello", "--model", name);
      expect(code).toBe(0);
      expect(out.trim()).toBe(`${"x".repeat(pieces * size)} the end`);
    }
  });

  it("waits for an answer that never comes until it is stopped, and keeps what was said", async () => {
    const world = openWorld();
    let isAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const { name } = await openLoopbackModel((reply) => {
      reply.say("It begins");
      isAsked();
    });
    const child = world.spawn(["run", "hello", "--model", name, "--json"]);
    let out = "";
    let isHeard = (): void => undefined;
    const heard = new Promise<void>((resolve) => {
      isHeard = resolve;
    });
    child.stdout?.on("data", (data: Buffer) => {
      out += data.toString();
      if (out.includes("It begins")) isHeard();
    });
    await Promise.all([asked, heard]);
    child.kill("SIGINT");
    const [code] = (await once(child, "close")) as [number];
    expect(lastLine(out)).toMatchObject({
      type: "run-end",
      outcome: { status: "stopped", by: "cancel", text: "It begins" },
    });
    expect(code).toBe(130);
  });
});
