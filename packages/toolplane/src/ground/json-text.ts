/**
 * JSON for people and programs alike: what a terminal would obey or hide (controls above ASCII, bidi and zero-width characters,
 * halves of a pair) is written as an escape. It is the same value to every reader of JSON.
 */

/** JSON itself escapes what lies below the space. */
const HIDDEN =
  /[\u007f-\u009f\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const PLAIN = /^[\n -~]*$/;

/** A value as JSON, on one line unless an indent is given. */
export function jsonText(value: unknown, indent?: number): string {
  return escapeJson(JSON.stringify(value, null, indent) ?? "null");
}

/** JSON that is text already. */
export function escapeJson(json: string): string {
  if (PLAIN.test(json)) return json;
  return json.replace(HIDDEN, (hidden) =>
    hidden.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
  );
}
