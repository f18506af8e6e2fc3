/** A choice as it was typed, as an answer. */
import { resolve } from "node:path";
import type { Answer } from "@toolplane/contract";
import type { Settings } from "@toolplane/library/rooms/settings";
import { isRecord } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandArguments } from "../../command/command.ts";

const CHOICES = [
  ...(["once", "session", "project", "rule"] as const),
  ...(["look-up", "without", "reject", "edit", "answers"] as const),
];

/** Null when none was typed. Throws a CliError for one that cannot be meant. */
export function readChoice(
  given: CommandArguments,
  { projectApprovals, workspace }: Pick<Settings, "projectApprovals" | "workspace">,
): Answer | null {
  const typed = given.words[given.flag("next") ? 0 : 1];
  if (typed === undefined) return null;
  const choice = CHOICES.find((known) => known === typed);
  const note = given.text("note");
  if (note !== undefined && choice !== "reject")
    throw new CliError("--note goes with reject only.");
  switch (choice) {
    case undefined:
      throw new CliError(`There is no choice "${typed}". Choose ${CHOICES.join(", ")}.`);
    case "project":
      if (projectApprovals) return { choice };
      throw new CliError("Approvals for a project are off.", {
        next: ["Turn on projectApprovals in your config, or answer session."],
      });
    case "reject":
      return note === undefined ? { choice } : { choice, note };
    case "without":
      return { choice, paths: readPaths(given.list("path"), workspace) };
    case "edit":
      return { choice, arguments: readArguments(given.text("arguments")) };
    case "answers":
      return { choice, answers: given.list("answer").map((text) => [text]) };
    default:
      return { choice };
  }
}

/** A change set names its paths in full. */
function readPaths(typed: readonly string[], workspace: string | null): readonly string[] {
  if (typed.length === 0) throw new CliError("without needs --path PATH.");
  return typed.map((path) => resolve(workspace ?? "/", path));
}

function readArguments(text: string | undefined) {
  if (text === undefined) throw new CliError("edit needs --arguments JSON.");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliError(`--arguments is not JSON: ${(error as Error).message}`);
  }
  if (isRecord(value)) return value as never;
  throw new CliError("--arguments must be one JSON object.");
}
