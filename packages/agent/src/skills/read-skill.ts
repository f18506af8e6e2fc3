/**
 * One SKILL.md as the Agent Skills specification has it, read as leniently as other programs read it and never silently: what
 * is not as specified is loaded with a warning where its meaning is plain, and left out with a reason where it is not.
 */
import { stripHidden, stripToLine } from "@toolplane/readings";
import { decodeText } from "../front-matter/decode-text.ts";
import { type FrontMatter, readFrontMatter } from "../front-matter/read-front-matter.ts";
import { splitFrontMatter } from "../front-matter/split-front-matter.ts";
import { readAllowedTools } from "./allowed-tools.ts";
import type { Skill } from "./skill.ts";

/** The specification's bounds. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;
/** Names that the tool takes and that cannot leave a mark or a line of a prompt. */
const HARMLESS_NAME = /^[\p{L}\p{N}](?:[\p{L}\p{N}_.:/ -]{0,98}[\p{L}\p{N}])?$/u;
const SPECIFIED_NAME = /^[\p{Ll}\p{N}\p{Lo}]+(?:-[\p{Ll}\p{N}\p{Lo}]+)*$/u;

export type SkillReading =
  | {
      readonly ok: true;
      readonly skill: Pick<Skill, "name" | "description" | "body" | "allowedTools" | "facts">;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

/** Reads it. `folder` is the name of the folder that it lies in; the specification wants the skill to be called so. */
export function readSkill(
  bytes: Uint8Array,
  { folder }: { readonly folder: string },
): SkillReading {
  const decoded = decodeSkill(bytes);
  if (decoded === null) return { ok: false, reason: "it is not a text in UTF-8" };
  const { text, removed } = stripHidden(decoded);
  const warnings = removed > 0 ? [`${removed} hidden characters were taken out`] : [];
  const split = splitFrontMatter(text);
  if (split.kind === "broken") return { ok: false, reason: split.reason };
  const front: ReturnType<typeof readFrontMatter> =
    split.kind === "split"
      ? readFrontMatter(split.front)
      : { ok: true, value: {}, warning: "it has no front matter" };
  if (!front.ok) return { ok: false, reason: front.reason };
  if (front.warning !== null) warnings.push(front.warning);
  const body = split.body.trim();
  const name = readName(front.value, { folder, warnings });
  if (name === null) return { ok: false, reason: "neither it nor its folder has a usable name" };
  const description = readDescription(front.value, { body, warnings });
  if (description === null)
    return { ok: false, reason: "it has no description, so nobody would know when to use it" };
  if (body === "") warnings.push("it says nothing beyond its description");
  const allowed = readAllowedTools(front.value["allowed-tools"]);
  if (allowed.warning !== null) warnings.push(allowed.warning);
  return {
    ok: true,
    skill: { name, description, body, allowedTools: allowed.tools, facts: readFacts(front.value) },
    warnings,
  };
}

function readName(
  front: FrontMatter,
  { folder, warnings }: { readonly folder: string; readonly warnings: string[] },
): string | null {
  const said = yamlText(front.name);
  const fallback = usableName(stripToLine(folder));
  if (said === null || said === "") {
    if (fallback !== null) warnings.push(`it has no name; it is called ${fallback}, as its folder`);
    return fallback;
  }
  const name = usableName(said);
  if (name === null) {
    if (fallback !== null)
      warnings.push(`its name cannot be used; it is called ${fallback}, as its folder`);
    return fallback;
  }
  if (name.length > MAX_NAME) warnings.push(`its name has more than ${MAX_NAME} characters`);
  if (!SPECIFIED_NAME.test(name))
    warnings.push(`its name is not of small letters, digits and single hyphens`);
  if (name !== fallback) warnings.push(`its folder is called ${stripToLine(folder)}, not ${name}`);
  return name;
}

function usableName(text: string): string | null {
  const name = text.normalize("NFKC");
  return HARMLESS_NAME.test(name) ? name : null;
}

function readDescription(
  front: FrontMatter,
  { body, warnings }: { readonly body: string; readonly warnings: string[] },
): string | null {
  const said = yamlText(front.description);
  if (said !== null && said !== "") {
    if (said.length <= MAX_DESCRIPTION) return said;
    warnings.push(
      `its description has ${said.length} characters; ${MAX_DESCRIPTION} are the most, and the rest is left out`,
    );
    return `${said.slice(0, MAX_DESCRIPTION - 1).trimEnd()}…`;
  }
  const first = firstWords(body);
  if (first === null) return null;
  warnings.push("it has no description; its first words stand for one");
  return first;
}

/** The first line that says something: prose before a heading. */
function firstWords(body: string): string | null {
  const lines = body.split("\n").map((line) => line.trim());
  const prose = lines.find((line) => /^[\p{L}\p{N}"'*_]/u.test(line));
  const heading = lines.find((line) => /^#+\s+\S/.test(line))?.replace(/^#+\s+/, "");
  const line = stripToLine(prose ?? heading ?? "");
  return line === "" ? null : line.slice(0, MAX_DESCRIPTION);
}

function readFacts(front: FrontMatter): Readonly<Record<string, string>> {
  const { license, compatibility, metadata } = front;
  const inner = typeof metadata === "object" && metadata !== null ? Object.entries(metadata) : [];
  return Object.fromEntries(
    [["license", license], ["compatibility", compatibility], ...inner.slice(0, 32)].flatMap(
      ([key, value]) => {
        const text = yamlText(value);
        return text === null || text === "" ? [] : [[stripToLine(String(key)), text.slice(0, 500)]];
      },
    ),
  );
}

/** A value of YAML as one line; null for what is none. */
function yamlText(value: unknown): string | null {
  if (typeof value === "string") return stripToLine(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value) && value.every((part) => typeof part === "string"))
    return stripToLine(value.join(", "));
  return null;
}

/** Editors of some systems write UTF-16, with a mark in front. */
function decodeSkill(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeText(bytes, "utf-16le");
  if (first === 0xfe && second === 0xff) return decodeText(bytes, "utf-16be");
  return decodeText(bytes, "utf-8");
}
