/** A chat whose model is stopped in the middle or does not answer: what the person sees, and what the model gets next. */
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WAITING_MS } from "../../setup/hanging.ts";
import { type PtyOptions, type PtyRun, runInPty } from "../approvals/pty.fixture.ts";
import { openLoopbackModel } from "./loopback-model.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";

function chat(model: string, options: PtyOptions = {}): PtyRun {
  const world = openCliWorld({ "a.txt": "one\n" });
  onTestFinished(() => world.remove());
  const run = runInPty(world, ["chat", "--model", model], options);
  onTestFinished(async () => {
    run.signal("SIGKILL");
    await run.ended;
  });
  return run;
}

function sees(run: PtyRun, pattern: RegExp): Promise<void> {
  const look = () => expect(run.screen()).toMatch(pattern);
  return vi.waitFor(look, { timeout: WAITING_MS, interval: 50 });
}

describe("a chat whose model is in trouble", () => {
  it("keeps what was said until Esc, tells the model that it was stopped, and keeps the prompts apart", async () => {
    const model = await openLoopbackModel((reply, request) => {
      if (request === 1) return reply.say("It begins with");
      reply.say("Short.");
      reply.end();
    });
    const run = chat(model.name);
    await run.shows(/Enter: send/);
    run.type(`a long answer${ENTER}`);
    await sees(run, /It begins with/);
    run.type(ESCAPE);
    await sees(run, /It begins with\n\n– You stopped it\.[\s\S]*Enter: send/);
    run.type(`a short one${ENTER}`);
    await sees(run, /Short\.\n[\s\S]*Enter: send/);
    expect(model.sent.at(-1)).toEqual([
      { role: "user", content: "a long answer" },
      { role: "assistant", content: "It begins with\n\n[stopped by the user]" },
      { role: "user", content: "a short one" },
    ]);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it("wraps what it says before it begins at the width of the window", async () => {
    const model = await openLoopbackModel((reply) => reply.end());
    const run = chat(model.name, { columns: 50, env: { TOOLPLANE_SANDBOX: "none" } });
    await sees(run, /^◆ No sandbox: .*, and what\nis not understood/m);
    await run.shows(/^─{49}\n> +$/m);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it("draws the prompt and what is said in twenty columns, and bears a line without an end", async () => {
    const model = await openLoopbackModel((reply) => {
      for (let piece = 0; piece < 100; piece += 1) reply.say("x".repeat(200));
      reply.say(" the end");
      reply.end();
    });
    const run = chat(model.name, { columns: 20, rows: 10 });
    await run.shows(/^─{19}\n> +$/m);
    run.type(`go${ENTER}`);
    await sees(run, /x the end\n/);
    await run.shows(/^─{19}\n> +$/m);
    expect(run.screen()).not.toContain("Enter: send");
    for (const line of run.screen().split("\n")) expect(line.length).toBeLessThanOrEqual(20);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it("tells each further try, and in the end what the provider said, as a failure", async () => {
    const model = await openLoopbackModel((reply, request) => {
      if (request === 1) {
        // A minute later, so that it is seen; Esc does not wait for it.
        return reply.fail(500, "out of memory", { "retry-after": "60" });
      }
      reply.fail(401, "who are you");
    });
    const run = chat(model.name);
    await run.shows(/Enter: send/);
    run.type(`hello${ENTER}`);
    await sees(run, /^! 127\S+\/stub answered 500: "out of memory"\. Try 2 of 5 in\s+1 m/m);
    run.type(ESCAPE);
    await sees(run, /^– You stopped it\.[\s\S]*Enter: send/m);
    run.type(`hello${ENTER}`);
    await sees(
      run,
      /^! 127\S+\/stub answered 401: it did not take the key in\s+TOOLPLANE_MODEL_KEY/m,
    );
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });
});
