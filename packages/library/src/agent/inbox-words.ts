/** Handles the words that wait for a run. */
import type { LoopInput } from "@toolplane/agent";
import type { Agent } from "./agent.ts";

/** Takes what a person said for now out of what waits. */
export function steeringIn(inbox: LoopInput[]): readonly string[] {
  const texts = inbox.flatMap((one) => (one.type === "steer" ? [one.text] : []));
  const left = inbox.filter(({ type }) => type !== "steer");
  inbox.splice(0, inbox.length, ...left);
  return texts;
}

type Said = Extract<LoopInput, { readonly type: "steer" | "follow-up" }>;

/** Takes back or compacts what waits to be heard by a run. */
export function inboxWords(inbox: LoopInput[]): Pick<Agent, "unsay" | "compact"> {
  return {
    unsay() {
      const at = inbox.findLastIndex(isSaid);
      const [taken] = at === -1 ? [] : inbox.splice(at, 1);
      return taken !== undefined && isSaid(taken) ? taken.text : null;
    },
    compact: () => void inbox.push({ type: "shorten" }),
  };
}

/** Words for the run that can still be taken back. */
function isSaid(input: LoopInput): input is Said {
  return input.type === "steer" || input.type === "follow-up";
}
