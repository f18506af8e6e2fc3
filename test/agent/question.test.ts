import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Answer } from "@toolplane/contract";
import { createToolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { expect, it, onTestFinished } from "vitest";

it("a question of the model holds its loop until the host answers [R191]", async () => {
  const workspace = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-question-")));
  let asked = (): void => {};
  let answer: (given: Answer) => void = () => {};
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const answered = new Promise<Answer>((resolve) => {
    answer = resolve;
  });
  const tp = await createToolplane({
    workspace,
    userData: join(workspace, ".data"),
    record: false,
    skills: false,
    preset: "locked",
    onWarning: () => {},
    broker: {
      ask() {
        asked();
        return answered;
      },
    },
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(workspace, { recursive: true, force: true });
  });
  const requests: string[] = [];
  const model = scriptedModel(({ messages }, turn) => {
    requests.push(JSON.stringify(messages));
    const questions = [{ question: "Which one?", options: [{ label: "red" }, { label: "blue" }] }];
    return turn === 0
      ? { calls: [{ name: "question", arguments: { questions } }] }
      : { text: "So be it." };
  });
  const agent = await tp.agent({ model });
  let isOver = false;
  const running = agent.run("Do it.").finally(() => {
    isOver = true;
  });
  await isAsked;
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect([requests.length, isOver]).toEqual([1, false]);
  answer({ choice: "answers", answers: [["blue"]] });
  expect(await running).toMatchObject({ status: "done", text: "So be it." });
  expect(requests[1]).toContain("blue");
});
