/**
 * Edits of a TOML file by its lines, so that comments stay. It knows tables and keys that are written in the usual way; whoever
 * calls compares what the text holds afterwards with what it must hold, so that any other way of writing is refused, not damaged.
 */
import { ConfigurationError, type Json, type JsonObject } from "@toolplane/contract";
import { parse, stringify } from "smol-toml";
import type { Edit } from "../known/client.ts";
import { isJsonObject } from "./is-json-object.ts";

/** What the text holds. Throws a ConfigurationError for text that is no TOML. */
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
    if (isHeader(line))
      isOurs = isHeaderOf(line, at) || line.trim().startsWith(`[${at.join(".")}.`);
    if (!isOurs) kept.push(line);
  }
  const rest = kept.join("\n").trimEnd();
  if (value === undefined) return rest === "" ? "" : `${rest}\n`;
  return appendBlock(rest, `[${at.join(".")}]\n${stringify(value)}`);
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
      : appendBlock(text.trimEnd(), `[${table.join(".")}]\n${assignment.join("")}\n`);
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

function isHeader(line: string): boolean {
  return /^\s*\[/.test(line);
}

function isHeaderOf(line: string, at: readonly string[]): boolean {
  return line.replace(/#.*$/, "").trim() === `[${at.join(".")}]`;
}
