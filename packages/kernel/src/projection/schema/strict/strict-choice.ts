/** Several forms as one `anyOf`, with the way back through whichever accepted the value. */
import type { StrictNode } from "./strict-context.ts";

/** The forms that can be, the same one once; null when none can. */
export function strictChoice(forms: readonly (StrictNode | null)[]): StrictNode | null {
  if (forms.length === 1) return forms[0] ?? null;
  const byText = new Map<string, StrictNode>();
  for (const form of forms) {
    const text = JSON.stringify(form?.schema);
    if (form !== null && !byText.has(text)) byText.set(text, form);
  }
  const nodes = [...byText.values()];
  const [only] = nodes;
  if (only === undefined || nodes.length === 1) return only ?? null;
  const hasPlan = nodes.some(({ plan }) => plan !== null);
  return {
    schema: { anyOf: nodes.map(({ schema }) => schema) },
    plan: hasPlan
      ? { kind: "choice", forms: nodes.map(({ schema, plan }) => ({ schema, plan })) }
      : null,
  };
}
