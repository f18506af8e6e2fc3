/**
 * A tool's own questions as fields of a form, and the form back as answers: the same for every protocol that shows one. What a
 * person is shown is escaped; what the tool gets back is the label as the tool wrote it.
 */
import type { ToolQuestion } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";

/** A field as a schema of JSON describes it. */
export type QuestionField = { readonly title: string; readonly description: string } & (
  | { readonly type: "string"; readonly enum?: string[] }
  | { readonly type: "array"; readonly items: { readonly type: "string"; readonly enum: string[] } }
);

/** Fields by their names, in the order of the questions. */
export function questionFields(asked: readonly ToolQuestion[]): Record<string, QuestionField> {
  return Object.fromEntries(asked.map((one, index) => [fieldName(index), fieldOf(one)]));
}

/** The answers in the order of the questions; null where one is none of those that were offered. */
export function readQuestionFields(
  asked: readonly ToolQuestion[],
  fields: Readonly<Record<string, unknown>>,
): readonly (readonly string[])[] | null {
  const answers: (readonly string[])[] = [];
  for (const [index, one] of asked.entries()) {
    const given = fields[fieldName(index)];
    const texts = (Array.isArray(given) ? given : [given]).map((text) => meant(one, text));
    if (!texts.every((text) => text !== null)) return null;
    answers.push(texts);
  }
  return answers;
}

function fieldOf({ question, header, options = [], multi_select }: ToolQuestion): QuestionField {
  const title = escapeHidden(header ?? question);
  const description = escapeHidden(question);
  const labels = options.map(({ label }) => escapeHidden(label));
  if (labels.length === 0) return { type: "string", title, description };
  if (multi_select === true)
    return { type: "array", title, description, items: { type: "string", enum: labels } };
  return { type: "string", title, description, enum: labels };
}

/** The label behind what was shown, or free text where nothing was offered; null for anything else. */
function meant({ options = [] }: ToolQuestion, text: unknown): string | null {
  if (typeof text !== "string") return null;
  if (options.length === 0) return text;
  return options.find(({ label }) => escapeHidden(label) === text)?.label ?? null;
}

function fieldName(index: number): string {
  return `question_${index + 1}`;
}
