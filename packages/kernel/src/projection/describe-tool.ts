/** Describes a tool for a model: a description that fits, its rest in front of the schema's own description. */
import { withOutput } from "./describe-output.ts";
import type { ModelTool } from "./model-tool.ts";
import { joinTexts } from "./schema/portable/portable-schema.ts";
import { inOrder } from "./schema/shape/keywords.ts";
import type { SchemaObject } from "./schema/shape/schema-place.ts";

const MAX_DESCRIPTION = 1_024;
const CONTINUED = " (continued in the description of the parameters)";
/** How far back a better place for the cut is looked for. */
const MAX_BACK = 300;

/** The description and the parameters of a tool, the one no longer than providers take. */
export function describeTool(
  { description, output }: ModelTool,
  schema: SchemaObject,
): { readonly description: string; readonly parameters: SchemaObject } {
  const { head, rest } = splitDescription(withOutput(description, output));
  if (rest === null) return { description: head, parameters: schema };
  const own = typeof schema.description === "string" ? [schema.description] : [];
  return {
    description: head,
    parameters: inOrder({ ...schema, description: joinTexts(rest, own) }),
  };
}

/**
 * Splits a long description. OpenAI takes 1,024 characters of description for a function and refuses the whole request
 * over one more; texts inside the parameters have no such bound. So the rest of a long description moves there, and
 * nothing of it is lost.
 */
function splitDescription(description: string): {
  readonly head: string;
  readonly rest: string | null;
} {
  const text = description.toWellFormed();
  if (text.length <= MAX_DESCRIPTION) return { head: text, rest: null };
  const room = MAX_DESCRIPTION - CONTINUED.length;
  const cut = cutPlace(text, room);
  return { head: `${text.slice(0, cut).trimEnd()}${CONTINUED}`, rest: text.slice(cut).trimStart() };
}

/** After a paragraph, a line, a sentence or a word, whichever is found first; never inside a character. */
function cutPlace(text: string, room: number): number {
  for (const border of ["\n\n", "\n", ". ", " "]) {
    const at = text.lastIndexOf(border, room - border.length);
    if (at > room - MAX_BACK) return at + border.length;
  }
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(room - 1));
  return isHalf ? room - 1 : room;
}
