/** Applies edits to a value: the measure that the text of a file is held to after it was edited. */
import { ConfigurationError, type Json, type JsonObject } from "@toolplane/contract";
import type { Edit } from "../known/client.ts";
import { isJsonObject } from "./is-json-object.ts";

/** A copy with all of them. Throws a ConfigurationError where something else is in the way. */
export function editValue(root: JsonObject, edits: readonly Edit[], file: string): JsonObject {
  return edits.reduce<JsonObject>((value, edit) => setAt(value, edit.at, edit, file), root);
}

/** The value at a place; undefined when there is none. */
export function valueAt(root: Json | undefined, at: readonly string[]): Json | undefined {
  return at.reduce<Json | undefined>(
    (value, key) => (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    root,
  );
}

/** The list at a place, without or with the words of an edit. */
export function editedList(
  list: Json | undefined,
  edit: Extract<Edit, { add: unknown } | { drop: unknown }>,
  file: string,
): readonly Json[] {
  if (list !== undefined && !Array.isArray(list))
    throw new ConfigurationError(
      file,
      `${edit.at.join(".")} is not a list there; nothing was written`,
    );
  const items: readonly Json[] = list ?? [];
  return "add" in edit
    ? [...items, ...edit.add.filter((word) => !items.includes(word))]
    : items.filter((item) => typeof item !== "string" || !edit.drop.includes(item));
}

function setAt(parent: JsonObject, at: readonly string[], edit: Edit, file: string): JsonObject {
  const [key = "", ...below] = at;
  const child = Object.hasOwn(parent, key) ? parent[key] : undefined;
  if (below.length === 0) return withKey(parent, key, finalValue(child, edit, file));
  if (child !== undefined && !isJsonObject(child))
    throw new ConfigurationError(file, `${key} is not an object there; nothing was written`);
  if (child === undefined && ("drop" in edit || "remove" in edit)) return parent;
  return withKey(parent, key, setAt(child ?? {}, below, edit, file));
}

function finalValue(before: Json | undefined, edit: Edit, file: string): Json | undefined {
  if ("value" in edit) return edit.value;
  if ("remove" in edit) return undefined;
  if ("drop" in edit && before === undefined) return undefined;
  return [...editedList(before, edit, file)];
}

function withKey(parent: JsonObject, key: string, value: Json | undefined): JsonObject {
  const { [key]: _, ...rest } = parent;
  return value === undefined ? rest : { ...parent, [key]: value };
}
