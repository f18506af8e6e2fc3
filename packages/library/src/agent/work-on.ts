/**
 * Works on what a person said, or goes on with what was kept, until nothing of theirs is left unheard: words that came when a run had
 * looked for the last time begin another. What went otherwise than wished is given back as words; it never rejects.
 */
import type { LoopOutcome } from "@toolplane/agent";
import type { Agent } from "./agent.ts";

export interface WorkOnOptions {
  readonly signal: AbortSignal;
  /** Settles when everything that the agent told so far is shown: until then people still see it work, and speak to it. */
  readonly shown: () => Promise<void>;
}

/** Why it ended otherwise than wished, in words for the person. */
export interface WorkNote {
  readonly text: string;
  /** The model gave no answer, or something went wrong: nobody chose this end. */
  readonly isFailure: boolean;
}

/** A worker: an agent, or something else that is done before its words are heard. */
export type Worker = Pick<Agent, "run" | "goOn" | "steer" | "unsay">;

export async function workOn(
  agent: Worker,
  text: string | null,
  { signal, shown }: WorkOnOptions,
): Promise<WorkNote | null> {
  let note = await noteOf(() =>
    text === null ? agent.goOn({ signal }) : agent.run(text, { signal }),
  );
  await shown();
  for (;;) {
    // The person who stopped it wants no other run; their words stay where they are.
    const [first, ...others] = note === null ? takeUnheard(agent) : [];
    if (first === undefined) return note;
    const running = noteOf(() => agent.run(first, { signal }));
    for (const other of others) agent.steer(other);
    note = await running;
    await shown();
  }
}

/** The oldest first. */
function takeUnheard(agent: Pick<Agent, "unsay">): readonly string[] {
  const words: string[] = [];
  for (let text = agent.unsay(); text !== null; text = agent.unsay()) words.unshift(text);
  return words;
}

async function noteOf(work: () => Promise<LoopOutcome>): Promise<WorkNote | null> {
  try {
    const outcome = await work();
    const { status } = outcome;
    return status === "done" ? null : { text: outcome.message, isFailure: status === "failed" };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), isFailure: true };
  }
}
