/** Reads one file of `.toolplane/commands`: the text of a prompt, and front matter where it wants to say what it is for. */
import { stripToLine } from "@toolplane/readings";
import { leftOut, readDefinition } from "../front-matter/read-definition.ts";
import type { FrontMatter } from "../front-matter/read-front-matter.ts";
import type { PromptCommand } from "./prompt-command.ts";

const NAME = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;
const MAX_HINT = 64;
const MAX_DESCRIPTION = 200;
const KNOWN: ReadonlySet<string> = new Set(["name", "description", "argument-hint"]);

export type PromptReading =
  | { readonly ok: true; readonly command: Omit<PromptCommand, "place"> }
  | { readonly ok: false; readonly reason: string };

/** Reads it. `name` is the file's, without its ending. */
export function readPromptCommand(
  bytes: Uint8Array,
  { name }: { readonly name: string },
): PromptReading {
  const read = readDefinition(bytes, { name, isName: NAME, known: KNOWN });
  if (!read.ok) return read;
  const { body } = read;
  const front = read.front ?? {};
  if (body === "") return leftOut("it says nothing");
  const description = lineOf(front, "description") || (body.split("\n")[0] ?? "");
  return {
    ok: true,
    command: {
      name,
      description: description.slice(0, MAX_DESCRIPTION),
      hint: lineOf(front, "argument-hint").slice(0, MAX_HINT),
      body,
    },
  };
}

function lineOf(front: FrontMatter, key: string): string {
  const value = front[key];
  // `[FILE]` is how others write a hint, and a list in YAML.
  if (Array.isArray(value)) return stripToLine(value.join(" "));
  return typeof value === "string" ? stripToLine(value) : "";
}
