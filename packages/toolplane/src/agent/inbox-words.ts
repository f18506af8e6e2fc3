/** What can be done with what waits to be heard by a run. */
import type { LoopInput } from "@toolplane/agent";
import type { Agent } from "./agent.ts";

type Said = Extract<LoopInput, { readonly type: "steer" | "follow-up" }>;

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
