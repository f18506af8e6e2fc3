/** A command line of the person's own in the chat: it runs as any call does, and the model knows of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { WAITING_MS } from "../../setup/hanging.ts";
import { runInPty } from "../approvals/pty.fixture.ts";
import { openLoopbackModel } from "./loopback-model.fixture.ts";

const ENTER = "\r";
const ESCAPE = "\u001b";

describe.runIf(hasSandbox)("a line after ! (needs bubblewrap)", () => {
  it("lands, is shown whole, reaches the model with the next prompt, and can be taken back", async () => {
    const model = await openLoopbackModel((reply) => {
      reply.say("I see.");
      reply.end();
    });
    const world = openCliWorld({ "a.txt": "one\n", ".env": "KEY=1\n" });
    onTestFinished(() => world.remove());
    const run = runInPty(world, ["chat", "--model", model.name]);
    onTestFinished(async () => {
      run.signal("SIGKILL");
      await run.ended;
    });
    const sees = (pattern: RegExp): Promise<void> =>
      vi.waitFor(() => expect(run.screen()).toMatch(pattern), {
        timeout: WAITING_MS,
        interval: 50,
      });
    await run.shows(/Enter: send/);
    run.type(`!echo two > a.txt; echo changed it${ENTER}`);
    await sees(/> !echo two[\s\S]*✓ bash {2}echo two > a\.txt[^\n]*\n[\s\S]*changed it/);
    await run.shows(/Enter: send/);
    const read = (): string => readFileSync(join(world.workspace, "a.txt"), "utf8");
    expect(read()).toBe("two\n");
    run.type(`what was that${ENTER}`);
    await sees(/I see\.[\s\S]*Enter: send/);
    const said = JSON.stringify(model.sent.at(-1));
    expect(said).toMatch(
      /The user ran bash themselves: echo two > a\.txt; echo changed it.*changed it.*what was that/,
    );
    run.type(`/undo${ENTER}`);
    await sees(/Taken back: a\.txt/);
    expect(read()).toBe("one\n");
    run.type(`!sleep 600${ENTER}`);
    await run.shows(/bash {2}sleep 600[\s\S]*esc: stop/);
    run.type(ESCAPE);
    await sees(/– bash {2}sleep 600 +stopped/);
    await run.shows(/Enter: send/);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });
});
