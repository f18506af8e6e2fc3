/** The words for what stays in a view: for the model that goes on there, and for people. */
import type { Landing } from "@toolplane/contract";
import type { ViewConflict } from "@toolplane/contract/ports";

export interface ViewWords {
  readonly text: string;
  readonly lines: readonly string[];
}

const MOST_LISTED = 20;

export function conflictText(conflicts: readonly ViewConflict[]): ViewWords {
  const lines = listed(conflicts.map(({ path, reason }) => `${path}: ${reason}`));
  return {
    lines,
    text: [
      "Nothing landed. While you worked in a view of your own, the project was changed in the same places:",
      ...lines.map((line) => `- ${line}`),
      "The project's version of each of these files is shown to you when you discard your own change of it. Make your change again on top of it, or ask the person which one counts.",
    ].join("\n"),
  };
}

export function keptText(landing: Landing): ViewWords {
  const refused = landing.refused ?? [];
  const lines = listed(refused.map(({ path, reason }) => `${path}: ${reason}`));
  return {
    lines,
    text: [
      "Nothing landed: what you changed stays in the view of this run, and the project is as it was.",
      ...lines.map((line) => `- ${line}`),
    ].join("\n"),
  };
}

function listed(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LISTED) return lines;
  return [...lines.slice(0, MOST_LISTED), `and ${lines.length - MOST_LISTED} more`];
}
