/** A run loses what it waits for: it never ends in the middle of something, and always comes to an outcome. */
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openLoopbackModel } from "../chat/loopback-model.fixture.ts";

interface Outcome {
  readonly status: string;
  readonly message?: string;
}

interface Heard {
  readonly type: string;
  readonly outcome?: Outcome;
}

function openWorld(files: Readonly<Record<string, string>> = {}): CliWorld {
  const world = openCliWorld({ "a.txt": "one\n", ...files });
  onTestFinished(() => world.remove());
  return world;
}

function script(...turns: readonly object[]): Readonly<Record<string, string>> {
  return { "turns.jsonl": turns.map((turn) => JSON.stringify(turn)).join("\n") };
}

/** A run whose JSON is read as it comes. */
function startRun(world: CliWorld, ...words: readonly string[]) {
  const child = world.spawn(["run", "hello", "--json", ...words]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let out = "";
  let look = (): void => undefined;
  child.stdout?.on("data", (data: Buffer) => {
    out += data.toString();
    look();
  });
  const err = child.stderr ? text(child.stderr) : Promise.resolve("");
  const ended = once(child, "close").then(([code]) => code as number | null);
  return {
    /** Settles when the pattern came, or it is over. */
    hears: (pattern: RegExp): Promise<unknown> =>
      Promise.race([
        ended,
        new Promise<void>((resolve) => {
          look = () => (pattern.test(out) ? resolve() : undefined);
          look();
        }),
      ]),
    async end() {
      const code = await ended;
      const rows = out.trimEnd().split("\n");
      return { code, out, err: await err, last: JSON.parse(rows.at(-1) ?? "{}") as Heard };
    },
  };
}

describe("a run that loses what it waits for", () => {
  it("its model, in the middle of an answer: it is asked again, and the answer is whole", async () => {
    const { name } = await openLoopbackModel((reply, request) => {
      reply.say(request === 1 ? "It beg" : "It begins.");
      if (request === 1) reply.cut();
      else reply.end();
    });
    const { code, last, err } = await startRun(openWorld(), "--model", name).end();
    expect([code, err]).toEqual([0, ""]);
    expect(last).toMatchObject({
      type: "run-end",
      outcome: { status: "done", text: "It begins." },
    });
  });

  it.runIf(hasSandbox)(
    "its command, which is killed: the model reads that, and goes on (needs bubblewrap)",
    async () => {
      const command = "echo begun; kill -9 $$";
      const files = script(
        { calls: [{ name: "bash", arguments: { command } }] },
        { text: "Gone." },
      );
      const { code, last } = await startRun(openWorld(files), "--script", "turns.jsonl").end();
      expect(code).toBe(0);
      expect(last).toMatchObject({ outcome: { status: "done", text: "Gone." } });
    },
  );

  it("a subagent in the background, which is longer at work than it is", async () => {
    const files = script(
      { calls: [{ name: "task", arguments: { prompt: "Wait.", background: true } }] },
      { text: "It waits." },
      { agent: "general", calls: [{ name: "sleep", arguments: { duration_ms: 1_500 } }] },
      { agent: "general", text: "Waited." },
      { text: "Over." },
    );
    const { code, last } = await startRun(openWorld(files), "--script", "turns.jsonl").end();
    expect(code).toBe(0);
    expect(last).toMatchObject({ outcome: { status: "done", text: "Over." } });
  });

  it("its person, until another answers: nothing else is open, and it does not end", async () => {
    const call = { name: "write", arguments: { path: ".envrc", content: "export A=1\n" } };
    const world = openWorld(script({ calls: [call] }, { text: "Written." }));
    const run = startRun(world, "--script", "turns.jsonl", "--wait");
    await run.hears(/"approval-request"/);
    await expect.poll(async () => (await world.waiting()).length).toBe(1);
    const answer = await world.run(["approvals", "answer", "--next", "once"]);
    expect(answer.code).toBe(0);
    expect(await run.end()).toMatchObject({ code: 0, last: { outcome: { status: "done" } } });
    expect(readFileSync(join(world.workspace, ".envrc"), "utf8")).toBe("export A=1\n");
  });

  it("its store, whose folder is taken away: it says so, or comes to its end", async () => {
    let finish = (): void => undefined;
    const { name } = await openLoopbackModel((reply) => {
      reply.say("It begins");
      finish = reply.end;
    });
    const world = openWorld();
    const run = startRun(world, "--model", name);
    await run.hears(/It begins/);
    rmSync(world.data, { recursive: true, force: true });
    finish();
    const { code, last } = await run.end();
    expect(last.type).toBe("run-end");
    expect(["done", "failed"]).toContain(last.outcome?.status);
    expect(code).toBe(last.outcome?.status === "done" ? 0 : 1);
  });
});
