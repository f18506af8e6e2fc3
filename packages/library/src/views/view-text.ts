/** The words for what stays in a view: for the model that goes on there, and for people. */
import type { Landing } from "@toolplane/contract";
import type { ViewConflict } from "@toolplane/contract/ports";

export interface ViewWords {
  readonly text: string;
  readonly lines: readonly string[];
}

const MOST_LISTED = 20;
/** Of the changes that a model is to make again. */
const MOST_DIFF = 12_000;

export function conflictText(conflicts: readonly ViewConflict[]): ViewWords {
  const lines = listed(conflicts.map(({ path, reason }) => `${path}: ${reason}`));
  return {
    lines,
    text: [
      "Nothing landed: the project was changed in the same places while you worked.",
      ...lines.map((line) => `- ${line}`),
    ].join("\n"),
  };
}

/** Tells a model that its own changes of these paths were taken out of the view, so that it makes them again. */
export function againText(conflicts: readonly ViewConflict[]): string {
  const changes = conflicts.map(({ change }) => change).join("\n");
  const cut =
    changes.length > MOST_DIFF ? `${changes.slice(0, MOST_DIFF).toWellFormed()}\n…` : changes;
  return [
    "Nothing landed yet. While you worked, somebody else changed the project in the same places:",
    ...conflictText(conflicts).lines.map((line) => `- ${line}`),
    "These paths hold the other version now, and a file that you had moved to or from one of them is at its old place again; all your other changes are still there. Read them, and make your change again where it is still needed. This was your change:",
    cut,
  ].join("\n");
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

export function listed(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LISTED) return lines;
  return [...lines.slice(0, MOST_LISTED), `and ${lines.length - MOST_LISTED} more`];
}
