/**
 * The name of a source is part of its tools' ids and of rules, so it is plain: nothing that looks like another name, and no `__`,
 * which ends the name in an id.
 */

const PLAIN = /^[A-Za-z0-9](?:_?[A-Za-z0-9-])*$/;
const MAX_CHARACTERS = 32;

/** Says what is wrong with a name; null: nothing. */
export function describeNameFault(name: string): string | null {
  if (name.length > MAX_CHARACTERS) return `is longer than ${MAX_CHARACTERS} characters`;
  if (name === "toolplane") return "is the name of this program";
  if (PLAIN.test(name)) return null;
  return "must be letters, digits, - and single _ between them";
}

/** A plain name out of what another program called it. */
export function plainName(text: string): string {
  const plain = text
    .replace(/[^A-Za-z0-9-]+/g, "_")
    .replace(/^[_-]+|(?<!_)_+$/g, "")
    .slice(0, MAX_CHARACTERS)
    .replace(/(?<!_)_+$/, "");
  return describeNameFault(plain) === null ? plain : "server";
}
