/** A tool's own question to the user. Nobody to ask is a tool error with a fixed text; nothing is invented. */
import { ToolError, type ToolQuestion } from "@toolplane/contract";
import type { CallState } from "../call/call-state.ts";
import { askPerson } from "./ask-person.ts";

/** What a headless host answers every question with. */
export const HEADLESS_QUESTION =
  "No user is available to answer questions here. Go on with your best judgement.";

/** Asks, and gives the answers in the order of the questions. */
export async function askUser(
  call: CallState,
  questions: readonly ToolQuestion[],
): Promise<readonly (readonly string[])[]> {
  const { session } = call;
  if (!session.questions) throw new ToolError("unavailable", HEADLESS_QUESTION);
  const answer = await askPerson(call, {
    kind: "tool",
    reasons: [],
    footprint: { resources: [] },
    cover: null,
    questions: session.redactor.value(questions),
  });
  if (answer.choice === "answers") return answer.answers;
  throw new ToolError("approval_rejected", "The user did not answer.");
}
