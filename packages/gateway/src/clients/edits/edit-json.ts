/** Edits of a JSON file with comments. Everything that an edit does not name stays as it was written. */
import { ConfigurationError, type Json, type JsonObject } from "@toolplane/contract";
import {
  applyEdits,
  createScanner,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
} from "jsonc-parser";
import type { Edit } from "../known/client.ts";
import { editedList, valueAt } from "./edit-value.ts";
import { isJsonObject } from "./is-json-object.ts";

/** The object that the text holds. Throws a ConfigurationError for any other text. */
export function readJson(text: string, file: string): JsonObject {
  const errors: ParseError[] = [];
  const value = parse(text.trim() === "" ? "{}" : text, errors, {
    allowTrailingComma: true,
  }) as Json;
  if (errors.length > 0 || !isJsonObject(value))
    throw new ConfigurationError(file, "does not hold one JSON object; nothing was written");
  return value;
}

export function editJson(text: string, edit: Edit, file: string): string {
  const before = text.trim() === "" ? "{}\n" : text;
  const root = readJson(before, file);
  const old = valueAt(root, edit.at);
  if ("value" in edit) return change(before, edit.at, edit.value);
  if ("remove" in edit) return old === undefined ? before : change(before, edit.at, undefined);
  const list = editedList(old, edit, file);
  if (old === undefined) return list.length === 0 ? before : change(before, edit.at, [...list]);
  // One by one, so that comments between the words stay.
  return "add" in edit
    ? insertWords(before, edit.at, list.slice((old as readonly Json[]).length))
    : dropWords(before, edit.at, list);
}

function insertWords(text: string, at: readonly string[], words: readonly Json[]): string {
  return words.reduce<string>((grown, word) => {
    const length = (valueAt(parse(grown) as Json, at) as readonly Json[]).length;
    return change(grown, [...at, length], word, true);
  }, text);
}

function dropWords(text: string, at: readonly string[], kept: readonly Json[]): string {
  let left = text;
  for (;;) {
    const items = valueAt(parse(left) as Json, at) as readonly Json[];
    const gone = items.findLastIndex((item) => !kept.includes(item));
    if (gone < 0) return left;
    left = change(left, [...at, gone], undefined);
  }
}

function change(
  text: string,
  at: readonly (string | number)[],
  value: Json | undefined,
  isArrayInsertion = false,
): string {
  const formattingOptions = formatOf(text);
  const plain = value === undefined ? withoutLoneComma(text, at) : text;
  return applyEdits(plain, modify(plain, [...at], value, { formattingOptions, isArrayInsertion }));
}

/** The comma behind a member that is alone would be left behind when that goes. */
function withoutLoneComma(text: string, at: readonly (string | number)[]): string {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const found = root && findNodeAtLocation(root, [...at]);
  const member = found?.parent?.type === "property" ? found.parent : found;
  if (member?.parent?.children?.length !== 1) return text;
  const scanner = createScanner(text, true);
  scanner.setPosition(member.offset + member.length);
  scanner.scan();
  const comma = scanner.getTokenOffset();
  if (text[comma] !== ",") return text;
  return text.slice(0, comma) + text.slice(comma + 1);
}

function formatOf(text: string): FormattingOptions {
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 4 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
