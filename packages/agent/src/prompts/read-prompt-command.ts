/**
 * Reads one file of `.toolplane/commands`: the text of a prompt, and front matter where it wants to say what it is for. Front
 * matter that says something else leaves the file out: other programs narrow a command there, and a restriction that was not
 * understood would be none.
 */
import { stripHidden, stripToLine } from "@toolplane/readings";
import { type FrontMatter, readFrontMatter } from "../skills/read-front-matter.ts";
import { splitFrontMatter } from "../skills/split-front-matter.ts";
import { decodeUtf8 } from "../subagents/decode-utf8.ts";
import type { PromptCommand } from "./prompt-command.ts";

const NAME = /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/;
const MAX_NAME = 64;
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
  const text = decodeUtf8(bytes);
  if (text === null) return no("it is not a text in UTF-8");
  if (!NAME.test(name) || name.length > MAX_NAME)
    return no("its name is not of small letters, digits and single hyphens");
  const split = splitFrontMatter(stripHidden(text).text);
  if (split.kind === "broken") return no(split.reason);
  const body = split.body.trim();
  if (body === "") return no("it says nothing");
  const front = readFrontMatter(split.kind === "split" ? split.front : "");
  if (!front.ok) return no(front.reason);
  const unknown = Object.keys(front.value).find((key) => !KNOWN.has(key));
  if (unknown !== undefined)
    return no(
      `its front matter says "${stripToLine(unknown).slice(0, 40)}", which means nothing here`,
    );
  if (front.value.name !== undefined && front.value.name !== name)
    return no("its name is not its file's");
  const description = lineOf(front.value, "description") || (body.split("\n")[0] ?? "");
  return {
    ok: true,
    command: {
      name,
      description: description.slice(0, MAX_DESCRIPTION),
      hint: lineOf(front.value, "argument-hint").slice(0, MAX_NAME),
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

function no(reason: string): PromptReading {
  return { ok: false, reason };
}
