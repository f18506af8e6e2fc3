/** The document of Steerable in the program: the word in a configuration, and a tool in the person's own folder. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld, openEditor } from "@toolplane/cli/fixtures";
import type { ScriptedTurn } from "toolplane/agent";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runInPty } from "../cli/approvals/pty.fixture.ts";
import { WAITING_MS } from "../setup/hanging.ts";
import { CREATED, RECOVERABLE, SCRIPT, TERMINAL } from "./steerable.fixture.ts";

/** A tool in a folder of the person's own, which is trusted. */
const folderTool = (harness: object): string => `
import { defineTool } from "@toolplane/contract";
export const tool = defineTool({ id: "create_event", description: "Creates an event.", parameters: { type: "object" }, requires: {}, execute: () => (${JSON.stringify(harness)}) });`;

/** The program with the profile in the person's configuration, and one tool in their folder. */
function openProgram(harness: object | null, turns: readonly ScriptedTurn[] = []) {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ "a.txt": "one\n", "turns.jsonl": script });
  onTestFinished(() => world.remove());
  const folder = join(world.root, "home/.toolplane/tools");
  mkdirSync(folder, { recursive: true });
  if (harness !== null) writeFileSync(join(folder, "create_event.ts"), folderTool(harness));
  world.write({ "../config/config.jsonc": '{ "profile": "steerable" }' });
  return world;
}

const HIDDEN = { ...CREATED, message: "Event\u202e created.\u001b[2J" };
const LATER = { ...TERMINAL, message: "Try later." };
const EDIT = {
  calls: [{ name: "edit", arguments: { path: "a.txt", old_string: "one", new_string: "two" } }],
};
const RUN = ["run", "Go.", "--script", "turns.jsonl"];

describe("call", () => {
  it("prints the message of a success below its data", async () => {
    const { code, stdout, stderr } = await openProgram(HIDDEN).run(["call", "create_event"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, CREATED.data]);
    expect(stderr).toContain("Event created.[2J\n");
  });

  it("fails with a failure and prints its message, and show has both from the record", async () => {
    const world = openProgram(RECOVERABLE);
    const { code, stderr } = await world.run(["call", "create_event"]);
    expect(stderr).toMatch(/create_event {2}failed\n {2}Invalid date format[\s\S]*Please retry/);
    expect(code).toBe(1);
    const { sessions } = JSON.parse((await world.run(["sessions", "--json"])).stdout);
    const { stdout } = await world.run(["show", sessions[0].sessionId, "1"]);
    expect(stdout).toMatch(/failed, at execute[\s\S]*Please retry with ISO-8601\./);
  });

  it("prints the diff of a safe write before it, and not a second time", async () => {
    const { stdout, stderr } = await openProgram(null).run([
      ...["call", "edit", "--path", "a.txt", "--old-string", "one", "--new-string", "two"],
    ]);
    expect(stdout.match(/\+ two/g)).toHaveLength(1);
    expect(stderr).toContain("✓ edit  a.txt +1 −1");
  });
});

describe("a run", () => {
  it("ends with a failed call by the word in the configuration, with the message shown [R090]", async () => {
    const { stdout, stderr } = await openProgram(LATER, SCRIPT).run(RUN);
    expect(stderr).toMatch(/create_event[^\n]*\n {4}Try later\.[\s\S]*Stopped: /);
    expect(stdout).not.toContain("I tried.");
  });

  it("goes on where the failure says so, and shows a diff before its write [R090]", async () => {
    const { code, stdout, stderr } = await openProgram(RECOVERABLE, [EDIT, ...SCRIPT]).run(RUN);
    expect([code, stdout]).toEqual([0, "I tried.\n"]);
    expect(stderr).toMatch(/\+ two[\s\S]*✓ edit[\s\S]*\n {4}Please retry with ISO-8601\./);
  });
});

describe("a chat", () => {
  it("shows the diff before, the failure with its message, and ends its work there [R090]", async () => {
    const chat = runInPty(openProgram(LATER, [EDIT, ...SCRIPT]), [
      ...["chat", "--script", "turns.jsonl"],
    ]);
    onTestFinished(async () => {
      chat.signal("SIGKILL");
      await chat.ended;
    });
    const sees = (pattern: RegExp): Promise<void> =>
      vi.waitFor(() => expect(chat.screen(80, 40)).toMatch(pattern), { timeout: WAITING_MS });
    await chat.shows(/Enter: send/);
    chat.type("go\r");
    await sees(
      /edit is about to change:[\s\S]*\+ two[\s\S]*✓ edit[\s\S]*unavailable\n +Try later\./,
    );
    await sees(/Enter: send/);
    expect(chat.screen(80, 40)).not.toContain("I tried.");
  });
});

describe("an editor", () => {
  it("shows the diff before, the failure with its message, and its turn ends there [R090]", async () => {
    const script = [EDIT, ...SCRIPT];
    const editor = await openEditor({ script, world: openProgram(LATER) });
    const ended = await editor.prompt(await editor.session(), "Go.");
    const updates = editor.of("tool_call_update");
    await editor.close();
    expect(ended).toEqual({ stopReason: "end_turn" });
    const preview = updates.findIndex(({ content }) => content?.[0]?.type === "diff");
    const running = updates.findIndex(({ status }) => status === "in_progress");
    expect(updates[preview]?.content).toMatchObject([{ oldText: "one\n", newText: "two\n" }]);
    expect(preview).toBeLessThan(running);
    expect(updates.at(-1)).toMatchObject({ status: "failed" });
    expect(JSON.stringify(updates.at(-1))).toContain("Calendar service unavailable\\nTry later.");
    expect(JSON.stringify(editor.updates)).not.toContain("I tried.");
  });
});
