/**
 * Edits a TOML file by its lines, so that comments stay. It knows tables and keys that are written in the usual way. The caller
 * compares what the text holds afterwards with what it must hold, so that any other way of writing is refused, not damaged.
 */
import { ConfigurationError, type Json, type JsonObject } from "@toolplane/contract";
import { parse, stringify } from "smol-toml";
import type { Edit } from "../known/client.ts";
import { isJsonObject } from "./is-json-object.ts";

/** Reads the value of a TOML text. Throws a ConfigurationError for text that is no TOML. */
export function readToml(text: string, file: string): JsonObject {
  try {
    return JSON.parse(JSON.stringify(parse(text))) as JsonObject;
  } catch {
    throw new ConfigurationError(file, "is not TOML; nothing was written");
  }
}

/** The text with one edit. Lists are not edited here. */
export function editToml(text: string, edit: Edit, file: string): string {
  if ("add" in edit || "drop" in edit)
    throw new ConfigurationError(file, "lists in TOML are not edited");
  const value = "value" in edit ? edit.value : undefined;
  return isJsonObject(value) || isTable(text, edit.at)
    ? setTable(text, edit.at, value)
    : setKey(text, edit.at, value);
}

function isTable(text: string, at: readonly string[]): boolean {
  return text.split("\n").some((line) => isHeaderOf(line, at));
}

function setTable(text: string, at: readonly string[], value: Json | undefined): string {
  const kept: string[] = [];
  let isOurs = false;
  for (const line of text.split("\n")) {
    const path = headerPath(line);
    if (path !== null) isOurs = at.every((key, index) => path[index] === key);
    if (!isOurs) kept.push(line);
  }
  const rest = kept.join("\n").trimEnd();
  if (value === undefined) return rest === "" ? "" : `${rest}\n`;
  return appendBlock(rest, tableText(at, value));
}

function setKey(text: string, at: readonly string[], value: Json | undefined): string {
  const table = at.slice(0, -1);
  const key = at.at(-1) ?? "";
  const assignment = value === undefined ? [] : [stringify({ [key]: value }).trimEnd()];
  const lines = text.split("\n");
  const header = lines.findIndex((line) => isHeaderOf(line, table));
  if (header < 0 && table.length > 0)
    return value === undefined
      ? text
      : appendBlock(text.trimEnd(), tableText(table, { [key]: value }));
  const next = lines.findIndex((line, index) => index > header && isHeader(line));
  const end = next < 0 ? lines.length : next;
  const old = lines.findIndex(
    (line, index) =>
      index > header && index < end && line.split("=")[0]?.trim() === key && line.includes("="),
  );
  if (old >= 0) lines.splice(old, 1, ...assignment);
  else lines.splice(endOfTable(lines, header, end), 0, ...assignment);
  return lines.join("\n");
}

/** Behind its last line that says something. */
function endOfTable(lines: readonly string[], header: number, end: number): number {
  return (
    lines.findLastIndex((line, index) => index <= header || (index < end && line.trim() !== "")) + 1
  );
}

function appendBlock(rest: string, block: string): string {
  return `${rest === "" ? "" : `${rest}\n\n`}${block.trimEnd()}\n`;
}

/** With whole names in the headers of what lies below it too. */
function tableText(at: readonly string[], value: Json): string {
  return stringify(at.reduceRight<Json>((below, key) => ({ [key]: below }), value));
}

function isHeader(line: string): boolean {
  return headerPath(line) !== null;
}

function isHeaderOf(line: string, at: readonly string[]): boolean {
  const path = headerPath(line);
  return path?.length === at.length && at.every((key, index) => path[index] === key);
}

/** The keys that a header names, however they are quoted; null for a line that is none. */
function headerPath(line: string): readonly string[] | null {
  if (!/^\s*\[/.test(line)) return null;
  try {
    const path: string[] = [];
    let value: unknown = parse(line.trim());
    while (typeof value === "object" && value !== null) {
      const [key] = Object.keys(value);
      if (key === undefined) break;
      if (!Array.isArray(value)) path.push(key);
      value = (value as Record<string, unknown>)[key];
    }
    return path;
  } catch {
    return null;
  }
}
