import type { Agent } from "../../agent/agent.ts";

/** Works on what was said, or goes on with what was kept. What went otherwise than wished is given back as words; it never rejects. */
export async function workOn(
  agent: Pick<Agent, "run" | "goOn">,
  text: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    const outcome = await (text === null ? agent.goOn({ signal }) : agent.run(text, { signal }));
    return outcome.status === "done" ? null : outcome.message;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
