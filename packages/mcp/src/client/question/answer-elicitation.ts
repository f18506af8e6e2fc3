/** Answers one question of a server, during one call. Without a person, or after a refusal, the server gets a no. */
import { isToolError } from "@toolplane/contract";
import type { Schemas } from "@toolplane/kernel";
import { askAddress } from "./ask-address.ts";
import { askForm } from "./ask-form.ts";
import type { AskPerson, ElicitationAnswer } from "./elicitation-answer.ts";

export interface QuestionContext {
  readonly server: string;
  readonly ask: AskPerson;
  readonly schemas: Schemas;
}

/** Rejects only when the call itself was stopped. */
export async function answerElicitation(
  params: unknown,
  context: QuestionContext,
): Promise<ElicitationAnswer> {
  const {
    mode = "form",
    message,
    url,
    requestedSchema,
  } = (params ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof message !== "string") return { action: "decline" };
  try {
    if (mode === "url" && typeof url === "string")
      return await askAddress({ message, url }, context);
    if (mode !== "form" || typeof requestedSchema !== "object" || requestedSchema === null)
      return { action: "decline" };
    const schema = requestedSchema as Readonly<Record<string, unknown>>;
    return await askForm({ message, requestedSchema: schema }, context);
  } catch (error) {
    if (isToolError(error) && error.code === "cancelled") throw error;
    return { action: isToolError(error) && error.code === "unavailable" ? "cancel" : "decline" };
  }
}
