/**
 * JSON for people and programs alike: what a terminal would obey or hide is written as an escape. It is the same value to
 * every reader of JSON.
 */
import { replaceHidden } from "@toolplane/readings";

/** A value as JSON, on one line unless an indent is given. */
export function jsonText(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent) ?? "null");
}

/** JSON that is text already; its own line breaks and tabs stay. */
export function escapeJson(json: string): string {
  return replaceHidden(json, (hidden) => (/[\t\n\r]/.test(hidden) ? hidden : escapeUnits(hidden)));
}

function escapeUnits(character: string): string {
  return character.replace(
    /[\s\S]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
