/** Pictures that a person shows the model: by path, and from the clipboard. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { WAITING_MS } from "../../setup/hanging.ts";
import { type PtyRun, runInPty } from "../approvals/pty.fixture.ts";
import { type LoopbackModel, openLoopbackModel } from "./loopback-model.fixture.ts";

const ENTER = "\r";
const CTRL_V = "\u0016";
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const POLICY =
  '{ "rules": [{ "permission": "fs.read", "pattern": "**/private/**", "action": "deny" }] }';

function openWorld(): CliWorld {
  const world = openCliWorld({ ".toolplane/policy.jsonc": POLICY });
  onTestFinished(() => world.remove());
  for (const name of ["red.png", "my red.png", "private/red.png"]) {
    mkdirSync(join(world.workspace, "private"), { recursive: true });
    writeFileSync(join(world.workspace, name), Buffer.from(PNG, "base64"));
  }
  world.write({ "no.png": "not at all\n" });
  return world;
}

/** A program of the desktop that gives what the clipboard holds. */
function withClipboard(world: CliWorld): Readonly<Record<string, string>> {
  const folder = join(world.root, "desktop");
  mkdirSync(folder);
  const program = join(folder, "wl-paste");
  writeFileSync(
    program,
    `#!/bin/sh\nif [ "$1" = --list-types ]; then printf 'text/html\\nimage/png\\n'; else printf %s ${PNG} | base64 -d; fi\n`,
  );
  chmodSync(program, 0o755);
  return { WAYLAND_DISPLAY: "wayland-1", PATH: `${world.environment.PATH}:${folder}` };
}

function chat(
  world: CliWorld,
  model: LoopbackModel,
  env: Readonly<Record<string, string>>,
  words: readonly string[] = ["chat", "--model", model.name],
): PtyRun {
  const run = runInPty(world, words, { columns: 100, env });
  onTestFinished(async () => {
    run.signal("SIGKILL");
    await run.ended;
  });
  return run;
}

function sees(run: PtyRun, pattern: RegExp): Promise<void> {
  const look = () => expect(run.screen(100)).toMatch(pattern);
  return vi.waitFor(look, { timeout: WAITING_MS, interval: 50 });
}

const answering = () =>
  openLoopbackModel((reply) => {
    reply.say("It is red.");
    reply.end();
  });

const pictureCount = (model: LoopbackModel): number =>
  JSON.stringify(model.sent.at(-1)).split(`data:image/png;base64,${PNG}`).length - 1;

describe("a picture for the model", () => {
  it("goes with the words that name its file, however a terminal writes a path that was dropped", async () => {
    const model = await answering();
    const world = openWorld();
    const run = chat(world, model, {});
    await run.shows(/Enter: send/);
    const dropped = `${world.workspace}/my\\ red.png`;
    run.type(`\u001b[200~${dropped}\u001b[201~`);
    run.type(` and @red.png, as in @no.png and ./later.png?${ENTER}`);
    await sees(run, /✓ read {2}.*my red\.png[\s\S]*✓ read {2}red\.png[\s\S]*It is red\./);
    expect(pictureCount(model)).toBe(2);
    expect(JSON.stringify(model.sent)).not.toContain("not at all");
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it("stays where its file is denied: nothing is sent, and the words come back", async () => {
    const model = await answering();
    const run = chat(openWorld(), model, {});
    await run.shows(/Enter: send/);
    run.type(`look at @private/red.png${ENTER}`);
    await sees(run, /✗ read {2}private\/red\.png +denied/);
    await sees(run, /! private\/red\.png cannot be shown to the model, so nothing was sent\./);
    await run.shows(/> look at @private\/red\.png[\s\S]*Enter: send/);
    expect(model.sent).toEqual([]);
    run.type("\u0003\u0003");
    expect(await run.ended).toBe(0);
  });

  it("comes from the clipboard with ctrl-v, and stands where one types", async () => {
    const model = await answering();
    const world = openWorld();
    const run = chat(world, model, withClipboard(world));
    await run.shows(/Enter: send/);
    run.type(CTRL_V);
    await run.shows(/> \[picture 1\]/);
    run.type(`what is this${ENTER}`);
    await sees(run, /> \[picture 1\] what is this\n\nIt is red\./);
    expect(pictureCount(model)).toBe(1);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });

  it("waits until the model is done, and is kept with the conversation", async () => {
    let finish = (): void => undefined;
    const model = await openLoopbackModel((reply, request) => {
      reply.say(request === 1 ? "I think" : "It is red.");
      finish = reply.end;
      if (request > 1) finish();
    });
    const world = openWorld();
    const run = chat(world, model, {});
    await run.shows(/Enter: send/);
    run.type(`think${ENTER}`);
    await sees(run, /I think/);
    run.type(`then look at @red.png${ENTER}`);
    await run.shows(/At the end: "then look at @red\.png"/);
    finish();
    await sees(run, /> then look at @red\.png\n\nIt is red\.[\s\S]*Enter: send/);
    expect(model.sent).toHaveLength(2);
    expect(pictureCount(model)).toBe(1);
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
    const again = chat(world, model, {}, ["chat", "--resume"]);
    await sees(again, /It is red\.[\s\S]*Enter: send/);
    again.type(`and now${ENTER}`);
    await sees(again, /> and now\n\nIt is red\./);
    expect(pictureCount(model)).toBe(1);
    again.type(`/quit${ENTER}`);
    expect(await again.ended).toBe(0);
  });

  it("is missed in plain words where nothing can read the clipboard, or the model takes none", async () => {
    const model = await openLoopbackModel((reply) => reply.fail(400, "unexpected content type"));
    const run = chat(openWorld(), model, { WAYLAND_DISPLAY: "", DISPLAY: "" });
    await run.shows(/Enter: send/);
    run.type(CTRL_V);
    await sees(
      run,
      /! The clipboard cannot be read here: that needs wl-paste or xclip on a desktop/,
    );
    run.type(`look at @red.png${ENTER}`);
    await sees(
      run,
      /answered 400: "unexpected content type"[\s\S]*A picture went with these words\./,
    );
    run.type(`/quit${ENTER}`);
    expect(await run.ended).toBe(0);
  });
});
