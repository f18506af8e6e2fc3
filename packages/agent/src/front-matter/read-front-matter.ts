/**
 * Front matter as YAML, and where it is none, line by line: `description: Use it for: x` is the most common mistake there is,
 * and a reader that gives up on it also loses `allowed-tools`, which was there to restrict.
 */
import { isRecord } from "@toolplane/readings";
import { readYaml } from "../yaml/read-yaml.ts";

export type FrontMatter = Readonly<Record<string, unknown>>;

export type FrontMatterReading =
  | { readonly ok: true; readonly value: FrontMatter; readonly warning: string | null }
  | { readonly ok: false; readonly reason: string };

/** Reads it. Nothing in it is ever run. */
export function readFrontMatter(text: string): FrontMatterReading {
  const strict = readYaml(text);
  if (strict.ok) {
    if (strict.value === null || strict.value === undefined)
      return { ok: true, value: {}, warning: null };
    if (isRecord(strict.value)) return { ok: true, value: strict.value, warning: null };
  }
  const reason = strict.ok ? "its front matter is no list of names and values" : strict.message;
  const lines = readLines(text);
  if (lines === null) return { ok: false, reason: `its front matter cannot be read: ${reason}` };
  return {
    ok: true,
    value: lines,
    warning: `its front matter is no YAML (${reason}); it was read line by line`,
  };
}

const KEY = /^([A-Za-z][\w-]{0,63})[ \t]*:(?:[ \t]+(?![ \t])(.*)|[ \t]*)$/;

/** `name: value` at the beginning of a line; what is indented below it belongs to it. Null where nothing is found so. */
function readLines(text: string): FrontMatter | null {
  const found = new Map<string, string[]>();
  let current: string[] | null = null;
  for (const line of text.split("\n")) {
    const [, key, value = ""] = KEY.exec(line) ?? [];
    if (key !== undefined) {
      // The first of two is the one that other readers show.
      current = found.has(key) ? [] : [value.trim()];
      if (!found.has(key)) found.set(key, current);
    } else if (/^[ \t]/.test(line) || /^- /.test(line) || line === "") current?.push(line.trim());
    else if (!line.startsWith("#")) current?.push(line.trim());
  }
  if (!found.has("name") && !found.has("description")) return null;
  return Object.fromEntries([...found].map(([key, parts]) => [key, scalarOf(parts)]));
}

function scalarOf([first = "", ...rest]: readonly string[]): unknown {
  const more = rest.filter((line) => line !== "");
  if (first === "" && more.length > 0 && more.every((line) => line.startsWith("- ")))
    return more.map((line) => unquoted(line.slice(2).trim()));
  if (/^\[.*\]$/.test(first))
    return first
      .slice(1, -1)
      .split(",")
      .map((part) => unquoted(part.trim()))
      .filter((part) => part !== "");
  const head = /^[|>][-+]?\d?$/.test(first) ? "" : first;
  return unquoted([head, ...more].join(" ").trim());
}

function unquoted(text: string): string {
  const [, , inner] = /^(["'])(.*)\1$/.exec(text) ?? [];
  return inner ?? text;
}
