/** The subagents of a project before the answer: each with what it says of itself, how it is narrowed, and where its text is. */
import { relative } from "node:path";
import type { OfferedSubagent, SubagentOffer } from "@toolplane/library/rooms/agent";
import type { Mark } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";

const MARKS: Readonly<Record<OfferedSubagent["state"], Mark>> = {
  new: "ask",
  changed: "ask",
  trusted: "allow",
};

export function subagentOfferLines(
  { subagents }: SubagentOffer,
  { terminal, workspace }: { readonly terminal: Terminal; readonly workspace: string },
): readonly string[] {
  if (subagents.length === 0) return [];
  const width = terminal.columns();
  return [
    "",
    "Subagents: texts that an agent would work by. Read them before you trust them.",
    ...subagents.flatMap(({ name, description, tools, model, deny, place, state }) => {
      const told = state === "new" ? "" : ` (${state})`;
      const texts = [
        description,
        ...(tools === null ? [] : [`Tools: ${tools.join(", ") || "none"}`]),
        ...(model === null ? [] : [`Model, which is sent what it reads: ${model}`]),
        ...(deny.length === 0
          ? []
          : [
              `Denies: ${deny.map(({ permission, pattern }) => `${permission} ${pattern}`).join(", ")}`,
            ]),
        relative(workspace, place),
      ];
      return [
        `  ${terminal.out.mark(MARKS[state])} ${escapeText(name)}${told}`,
        ...texts.flatMap((text) => indentText(escapeText(text), "    ", width)),
      ];
    }),
  ];
}
