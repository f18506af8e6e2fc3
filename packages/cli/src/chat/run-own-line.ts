/** Runs a command line that the person typed after `!`: their own call, in the session that the model works in. */
import type { Worker } from "@toolplane/library/rooms/agent";
import type { ChatGround } from "./chat-ground.ts";
import { OWN_CALL } from "./state/chat-state.ts";

export async function runOwnLine(
  line: string,
  { agent, clock }: Pick<ChatGround, "agent" | "clock">,
  signal: AbortSignal,
): Promise<void> {
  // They name what the line names: a rule that holds unless something is named does not ask about it.
  agent.session.said(line);
  const id = `${OWN_CALL}${clock.wallMs()}_${Math.floor(clock.nowMs())}`;
  await agent.ownCall({ id, name: "bash", arguments: { command: line } }, { signal });
}

/** Makes the line the work of a chat in which nothing else runs: Esc stops it, and words said meanwhile go to the model after it. */
export function ownLineWorker(
  line: string,
  ground: Pick<ChatGround, "agent" | "clock">,
  hearing: Worker,
): Worker {
  return {
    ...hearing,
    async goOn({ signal } = {}) {
      await runOwnLine(line, ground, signal ?? new AbortController().signal);
      return { status: "done", text: "" };
    },
  };
}
