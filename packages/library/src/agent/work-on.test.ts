import type { LoopOutcome } from "@toolplane/agent";
import { expect, it } from "vitest";
import { workOn } from "./work-on.ts";

const DONE: LoopOutcome = { status: "done", text: "" };
const { signal } = new AbortController();
const shown = async (): Promise<void> => {};

/** An agent whose runs end as told, with words that come when it has looked for the last time. */
function lateWords(late: readonly (readonly string[])[], outcome: LoopOutcome = DONE) {
  const inbox: string[] = [];
  const heard: string[][] = [];
  return {
    heard,
    run: async (text: string): Promise<LoopOutcome> => {
      inbox.unshift(text);
      // Input that arrives in the same moment is heard by this run.
      await null;
      heard.push(inbox.splice(0));
      inbox.push(...(late[heard.length - 1] ?? []));
      return outcome;
    },
    goOn: async () => outcome,
    steer: (text: string) => inbox.push(text) > 0,
    unsay: () => inbox.pop() ?? null,
  };
}

it("begins again with words that nobody heard, in their order", async () => {
  const agent = lateWords([["then this", "and that"], ["one more"]]);
  expect(await workOn(agent, "first", { signal, shown })).toBeNull();
  expect(agent.heard).toEqual([["first"], ["then this", "and that"], ["one more"]]);
});

it("hears what is said while its end is not shown yet", async () => {
  const agent = lateWords([]);
  let times = 0;
  const late = async (): Promise<void> => {
    times += 1;
    if (times === 1) agent.steer("wait");
  };
  expect(await workOn(agent, "first", { signal, shown: late })).toBeNull();
  expect(agent.heard).toEqual([["first"], ["wait"]]);
});

it("leaves words to whoever stopped it, and gives back why it ended", async () => {
  const agent = lateWords([["later"]], { status: "failed", message: "No answer.", text: "" });
  expect(await workOn(agent, "first", { signal, shown })).toEqual({
    text: "No answer.",
    isFailure: true,
  });
  expect([agent.heard, agent.unsay()]).toEqual([[["first"]], "later"]);
});
