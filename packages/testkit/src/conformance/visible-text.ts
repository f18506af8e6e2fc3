/** The part of a result that can reach a model, as one text: everything but `details` and the facts in `metadata`. */
import type { ToolResult } from "@toolplane/contract";

/** The parts of a result that a model may be shown. */
export interface VisibleParts {
  readonly main: string;
  readonly content: string;
  readonly flow: string;
}

/** Splits a result into the views that a model may be shown. */
export function visibleParts(result: ToolResult): VisibleParts {
  const texts = (result.content ?? []).map((part) => (part.type === "text" ? part.text : ""));
  return {
    main: result.type === "error" ? result.error_text : dataText(result.data),
    content: texts.join("\n"),
    flow: JSON.stringify([
      result.flow ?? null,
      result.type === "error" ? (result.input_required ?? null) : null,
    ]),
  };
}

/** All of it in one text, to search in. */
export function visibleText(result: ToolResult): string {
  return Object.values(visibleParts(result)).join("\n");
}

// A cut text is alone in `head`: its wrapping is not the tool's output.
function dataText(data: unknown): string {
  if (typeof data === "string") return data;
  if (typeof data === "object" && data !== null && Object.keys(data).join() === "head") {
    const { head } = data as { readonly head: unknown };
    if (typeof head === "string") return head;
  }
  return JSON.stringify(data) ?? "";
}
