/**
 * Reads foreign data: a description is a stranger's, so every look into it goes through here: own members only (a
 * document may hold a member called `constructor` or `__proto__`), and a value of the wrong kind is the same as none.
 */

export type SpecObject = Readonly<Record<string, unknown>>;

const MAX_LIST = 1_000;

export function isSpecObject(value: unknown): value is SpecObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function memberOf(value: unknown, name: string): unknown {
  return isSpecObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

export function objectIn(value: unknown, name: string): SpecObject | null {
  const member = memberOf(value, name);
  return isSpecObject(member) ? member : null;
}

/** The list, or as much of it as is plausible: tens of thousands of operations may share one list of a million. */
export function listIn(value: unknown, name: string): readonly unknown[] {
  const member = memberOf(value, name);
  if (!Array.isArray(member)) return [];
  return member.length > MAX_LIST ? member.slice(0, MAX_LIST) : member;
}

export function textIn(value: unknown, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === "string" ? member : null;
}

/** A text, or a number or a truth value as one. An object is none, whatever it calls its own `toString`. */
export function plainTextIn(value: unknown, name: string): string | null {
  const member = memberOf(value, name);
  return typeof member === "object" || member === undefined ? null : String(member);
}

/** The texts of a list; anything else in it is left out. */
export function textsIn(value: unknown, name: string): readonly string[] {
  return listIn(value, name).filter((item) => typeof item === "string");
}

export function flagIn(value: unknown, name: string): boolean {
  return memberOf(value, name) === true;
}
