/** The skills of a project before the answer: each with what it says of itself and where its text is. */
import { relative } from "node:path";
import type { OfferedSkill, SkillOffer } from "@toolplane/library/rooms/skills";
import type { Mark } from "../../terminal/paint.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";

const MARKS: Readonly<Record<OfferedSkill["state"], Mark>> = {
  new: "ask",
  changed: "ask",
  trusted: "allow",
};

export function skillOfferLines(
  { skills }: SkillOffer,
  { terminal, workspace }: { readonly terminal: Terminal; readonly workspace: string },
): readonly string[] {
  if (skills.length === 0) return [];
  const width = terminal.columns();
  return [
    "",
    "Skills: texts that an agent would follow. Read them before you trust them.",
    ...skills.flatMap((skill) => {
      const { name, description, place, allowedTools, state, files } = skill;
      const told = state === "new" ? "" : ` (${state})`;
      const tools =
        allowedTools === null ? [] : [`While in use: ${allowedTools.join(", ") || "no tools"}`];
      const texts = [description, ...tools, relative(workspace, place), ...besideText(files)];
      return [
        `  ${terminal.out.mark(MARKS[state])} ${escapeText(name)}${told}`,
        ...texts.flatMap((text) => indentText(escapeText(text), "    ", width)),
      ];
    }),
  ];
}

const MOST_NAMED = 8;

/** What an agent that follows the text would read or run. */
function besideText(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const left = files.length - MOST_NAMED;
  const more = left > 0 ? ` and ${left} more` : "";
  return [`With it: ${files.slice(0, MOST_NAMED).join(", ")}${more}`];
}
