import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@toolplane/agent";
import { toLoopResult } from "@toolplane/compat";
import { afterAll, describe, expect, it } from "vitest";
import { answerWaiting } from "../approvals/answer-waiting.ts";
import { openState } from "../state/open-state.ts";
import { createToolplane, type Toolplane } from "./create-toolplane.ts";
import type { ToolplaneOptions } from "./options/toolplane-options.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-pause-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const userData = join(root, "data");
const workspace = realpathSync(mkdtempSync(join(root, "work-")));

const open = (more: Pick<ToolplaneOptions, "preset"> = {}): Promise<Toolplane> =>
  createToolplane({
    workspace,
    userData,
    preset: "managers",
    sandbox: "none",
    onWarning: () => {},
    policy: [
      {
        scope: "project",
        rules: [{ permission: "fs.write", pattern: "asked*", action: "ask" }],
      },
    ],
    ...more,
  });

async function answer(id: string, given: Parameters<typeof answerWaiting>[1]) {
  const state = await openState({ userData, recordPlace: null });
  try {
    return await answerWaiting(id, given, { ...state, wallMs: Date.now, by: "a test" });
  } finally {
    await state.close();
  }
}

describe("a run that asks for clarification", () => {
  const model = scriptedModel([
    { calls: [{ name: "ask_clarification", arguments: { question: "Which one?" } }] },
    { text: "So be it." },
  ]);

  it("[R267] [R268] is paused in the store, and goes on in another toolplane with the answer", async () => {
    const first = await open();
    const agent = await first.agent({ model, suspends: true });
    const outcome = await agent.run("Do it.");
    const runId = agent.state().loopId;
    await first.close();
    if (outcome.status !== "suspended") throw new Error(JSON.stringify(outcome));
    const state = await openState({ userData, recordPlace: null });
    const paused = await state.store.paused.newest(agent.session.id);
    await state.close();
    expect(paused).toMatchObject({ id: outcome.questions[0], conversationId: agent.session.id });
    expect(JSON.stringify(paused)).toContain("Which one?");
    expect(toLoopResult(outcome, paused)).toMatchObject({
      status: "clarification_needed",
      paused_session_id: paused?.id,
    });

    const given = await answer(paused?.id ?? "", {
      choice: "answers",
      answers: [["The blue one"]],
    });
    expect(given).toMatchObject({ outcome: "given", runId });

    const second = await open();
    const again = await second.agent({ model, run: runId });
    expect(await again.goOn()).toEqual({ status: "done", text: "So be it." });
    const result = again.state().messages.find(({ role }) => role === "tool");
    expect(JSON.stringify(result)).toContain("The blue one");
    expect((await second.runs.list())[0]).toMatchObject({ id: runId, status: "done" });
    await second.close();
  });

  it("goes on in the same process, and tells a second driver that it is driven", async () => {
    const tp = await open();
    const agent = await tp.agent({ model, suspends: true });
    const outcome = await agent.run("Do it.");
    if (outcome.status !== "suspended") throw new Error(JSON.stringify(outcome));
    await answer(outcome.questions[0] ?? "", { choice: "answers", answers: [["red"]] });
    expect(await agent.goOn()).toMatchObject({ status: "done" });
    expect(JSON.stringify(agent.state())).toContain("red");
    await tp.close();
  });
});

describe("a program that waits for a person inside", () => {
  it("goes on where it was: what it had done is not done again", async () => {
    const source = [
      'await tools.write({ path: "first.txt", content: "1" });',
      'await tools.write({ path: "asked.txt", content: "2" });',
      'return "both";',
    ].join("\n");
    const model = scriptedModel([
      { calls: [{ name: "code_mode", arguments: { program: source } }] },
      { text: "Done." },
    ]);
    const first = await open({ preset: "everyday" });
    const agent = await first.agent({ model, suspends: true });
    const outcome = await agent.run("Write both.");
    const runId = agent.state().loopId;
    await first.close();
    if (outcome.status !== "suspended") throw new Error(JSON.stringify(agent.state().messages));
    await answer(outcome.questions[0] ?? "", { choice: "once" });
    const second = await open({ preset: "everyday" });
    const again = await second.agent({ model, run: runId });
    expect(await again.goOn()).toMatchObject({ status: "done" });
    expect(JSON.stringify(again.state().messages)).toContain("both");
    expect(readFileSync(join(workspace, "asked.txt"), "utf8")).toBe("2");
    await second.close();
    const state = await openState({ userData, recordPlace: null });
    const changes = await state.store.journal.list(agent.session.id);
    await state.close();
    expect(changes.map(({ path }) => path.slice(workspace.length + 1))).toEqual([
      "first.txt",
      "asked.txt",
    ]);
  });
});
