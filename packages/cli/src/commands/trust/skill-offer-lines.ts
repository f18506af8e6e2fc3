/** The skills of a project before the answer: each with what it says of itself and where its text is. */
import { relative } from "node:path";
import type { SkillOffer } from "@toolplane/library/rooms/skills";
import { line, type Shown } from "../../terminal/shown/shown.ts";
import { offeredLines } from "../../trust/offered-lines.ts";

export function skillOfferLines({ skills }: SkillOffer, workspace: string): readonly Shown[] {
  return offeredLines(
    line("Skills: texts that an agent would follow. Read them before you trust them."),
    skills.map(({ name, description, place, allowedTools, state, files }) => ({
      name,
      state,
      texts: [
        description,
        ...(allowedTools === null
          ? []
          : [`While in use: ${allowedTools.join(", ") || "no tools"}`]),
        relative(workspace, place),
        ...besideText(files),
      ],
    })),
  );
}

const MOST_NAMED = 8;

/** Files that an agent which follows the text would read or run. */
function besideText(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const left = files.length - MOST_NAMED;
  const more = left > 0 ? ` and ${left} more` : "";
  return [`With it: ${files.slice(0, MOST_NAMED).join(", ")}${more}`];
}
