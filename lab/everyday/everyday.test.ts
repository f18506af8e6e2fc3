/** A few of the everyday tasks, drawn anew for each run; `npm run everyday` plays all of them. */
import { programWords } from "@toolplane/cli/fixtures";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../test/has-sandbox.ts";
import { SAMPLED_MS, sampleOf } from "../../test/sample.ts";
import { TASKS } from "./all-tasks.ts";
import { hasProgram } from "./everyday-world.ts";
import { playTask } from "./play-task.ts";
import type { Level } from "./task.ts";

/** Each starts the program a few times. */
const PLAYED = 3;
const DRAWN: readonly Level[] = ["full", "none"];
const PLAYS = DRAWN.flatMap((level) =>
  TASKS.filter(
    ({ levels, isLong, open, network, needs }) =>
      (levels ?? [level]).includes(level) &&
      isLong !== true &&
      open === undefined &&
      network !== true &&
      (needs === undefined || hasProgram(needs)),
  ).map((task) => [task.name, level, task] as const),
);

describe.skipIf(!hasSandbox)("an everyday task (needs bubblewrap)", () => {
  it.each(sampleOf(PLAYS, PLAYED))(
    "is right: %s (%s)",
    async (_name, level, task) => {
      const { wrong } = await playTask(task, { level, program: programWords() });
      expect(wrong).toEqual([]);
    },
    SAMPLED_MS,
  );

  it("is told as wrong where the screen, the disk or the number of questions is another", async () => {
    const step = { words: ["call", "read", "README.md"], asked: 1, sees: [/swordfish/] };
    const task = { name: "read", steps: [{ ...step, code: 3, holds: "test -e no-such-file" }] };
    const { wrong } = await playTask(task, { level: "full", program: programWords() });
    expect(wrong.slice(0, 4)).toEqual([
      "toolplane call read README.md ended with 0 and not with 3",
      "asked 0 times and not 1",
      "never said /swordfish/",
      "afterwards `test -e no-such-file` ended with 1:",
    ]);
  });

  it("is told as wrong, with the words and the last screen, where a chat waits for what never comes", async () => {
    const act = { keys: "/cost\r", shows: /no such words/ };
    const task = { name: "cost", steps: [{ chat: [act], asked: 0 }] };
    const { wrong } = await playTask(task, { level: "none", program: programWords(), waitMs: 1 });
    expect(wrong[0]).toBe('after "/cost\\r" the chat never showed /no such words/');
    expect(wrong[1]).toMatch(/^on the screen:\n/);
  });
});
