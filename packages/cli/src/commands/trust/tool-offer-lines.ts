/** The tools of a project before the answer: what each may touch, and whether its calls are asked about. */
import { relative } from "node:path";
import type { OfferedTool, OfferedTools, ToolOffer } from "@toolplane/library/rooms/product";
import type { Mark } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText, wrapText } from "../../terminal/text/wrap-text.ts";

const MARKS: Readonly<Record<OfferedTools["state"], Mark>> = {
  new: "ask",
  changed: "ask",
  trusted: "allow",
};

export function toolOfferLines(
  { units }: ToolOffer,
  { terminal, workspace }: { readonly terminal: Terminal; readonly workspace: string },
): readonly string[] {
  if (units.length === 0) return [];
  const width = terminal.columns();
  return [
    "",
    ...wrapText(
      "Tools: code of this project. Each runs in a sandbox and reaches only what it names here.",
      width,
    ),
    ...units.flatMap(({ path, state, tools, problem }) => {
      const told = state === "new" ? "" : ` (${state})`;
      const texts = problem === null ? [] : [`Cannot be loaded: ${problem}`];
      return [
        `  ${terminal.out.mark(MARKS[state])} ${escapeText(relative(workspace, path))}${told}`,
        ...[...texts, ...tools.flatMap(postureOf)].flatMap((text) =>
          indentText(escapeText(text), "    ", width),
        ),
      ];
    }),
  ];
}

function postureOf({
  id,
  description,
  gated,
  requires,
  approvalKey,
}: OfferedTool): readonly string[] {
  return [
    `${id}: ${description}`,
    `touches ${requires.join(", ") || "nothing"}`,
    `${gated ? "asked about as usual" : "says its calls need no question"}; approvals are kept by ${approvalKey}`,
  ];
}
