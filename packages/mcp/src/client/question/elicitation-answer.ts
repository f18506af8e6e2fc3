import type { JsonObject, ToolQuestion } from "@toolplane/contract";

/** Asks the person behind a call; rejects when there is no answer. */
export type AskPerson = (
  questions: readonly ToolQuestion[],
) => Promise<readonly (readonly string[])[]>;

export type ElicitationAnswer =
  | { readonly action: "accept"; readonly content?: JsonObject }
  | { readonly action: "decline" | "cancel" };
