/** The text of a client's file with our part in it, and how that part is taken out again. */
import { isDeepStrictEqual } from "node:util";
import { ConfigurationError, type JsonObject } from "@toolplane/contract";
import type { ClientContent, Edit } from "../known/client.ts";
import { editJson, readJson } from "./edit-json.ts";
import { editToml, readToml } from "./edit-toml.ts";
import { editValue, valueAt } from "./edit-value.ts";

/**
 * Edits a text; null means a file that is not there. Throws a ConfigurationError for a text that cannot be edited without loss.
 */
export function editText(before: string | null, content: ClientContent, file: string): string {
  if (content.format === "whole") return content.text;
  const { read, edit } = FORMATS[content.format];
  const expected = editValue(read(before ?? "", file), content.edits, file);
  const text = content.edits.reduce((grown, one) => {
    const now = read(grown, file);
    // A value that holds already stays as it is written.
    return isDeepStrictEqual(editValue(now, [one], file), now) ? grown : edit(grown, one, file);
  }, before ?? "");
  if (!isDeepStrictEqual(read(text, file), expected))
    throw new ConfigurationError(
      file,
      "is written in a way that cannot be changed without loss; nothing was written. Paste the block instead",
    );
  return text === before || text.endsWith("\n") ? text : `${text}\n`;
}

/** Makes the edits that take `content` out of a file again that was `before` without it. */
export function inverseOf(
  before: string | null,
  content: ClientContent,
  file: string,
): ClientContent {
  if (content.format === "whole") return content;
  const root = FORMATS[content.format].read(before ?? "", file);
  return { format: content.format, edits: content.edits.map((edit) => inverse(root, edit)) };
}

/** True when nothing is left in it. */
export function isEmptyText(text: string, content: ClientContent, file: string): boolean {
  return content.format !== "whole" && isHollow(FORMATS[content.format].read(text, file));
}

const FORMATS = {
  json: { read: readJson, edit: editJson },
  toml: { read: readToml, edit: editToml },
} as const;

function inverse(root: JsonObject, edit: Edit): Edit {
  const { at } = edit;
  const old = valueAt(root, at);
  if ("value" in edit || "remove" in edit)
    return old === undefined ? { at, remove: true } : { at, value: old };
  const words = "add" in edit ? edit.add : edit.drop;
  const had = (word: string): boolean => Array.isArray(old) && old.includes(word);
  return { at, drop: words.filter((word) => !had(word)) };
}

function isHollow(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every(isHollow);
}
