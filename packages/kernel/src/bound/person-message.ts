/** The words of a tool to the person, as every face shows them beside the result: foreign text, so cleaned and bounded. */
import type { ToolResult } from "@toolplane/contract";
import { cutEnd, stripHidden } from "@toolplane/readings";

const MAX_CHARACTERS = 2_000;

/** Empty where the tool has none, or only repeats its error. */
export function personMessage(result: ToolResult): string {
  const message: unknown = result.flow?.message;
  if (typeof message !== "string") return "";
  const text = stripHidden(message).text.trim();
  if (result.type === "error" && text === result.error_text) return "";
  return text.length > MAX_CHARACTERS ? `${cutEnd(text, MAX_CHARACTERS - 1)}…` : text;
}
