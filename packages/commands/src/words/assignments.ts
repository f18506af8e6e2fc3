/** Assignments before a command, and through `env`: listed variables are kept and raise F2, all others vanish. */
import type { ShellFloor, ShellUnit } from "@toolplane/contract";
import { isHarmlessValue, isListedVariable } from "../knowledge/listed-variables.ts";
import { type ExpandedWord, isLiteral, shellWord } from "./expanded-word.ts";

/** One assignment with its value expanded. */
export interface ReadAssignment {
  readonly name: string;
  readonly value: ExpandedWord;
}

/** The floor of setting a variable, if it is listed. */
export function listedFloor(name: string, value: ExpandedWord): ShellFloor | null {
  if (!isListedVariable(name) || isHarmlessValue(name, isLiteral(value) ? value.text : undefined))
    return null;
  return { floor: "F2", reason: `${name} changes which program runs, or how.` };
}

/** Finds what assignments add to a unit. */
export function assignmentEffects(given: readonly ReadAssignment[]): {
  readonly floors: readonly ShellFloor[];
  readonly assignments: NonNullable<ShellUnit["assignments"]>;
} {
  if (given.length === 0) return NONE;
  const listed = given.filter(({ name }) => isListedVariable(name));
  return {
    floors: listed.flatMap(({ name, value }) => listedFloor(name, value) ?? []),
    assignments: listed.map(({ name, value }) => ({ name, value: shellWord(value) })),
  };
}

const NONE = { floors: [], assignments: [] };

/** `A=b` words at the front of a list, as `env` and `sudo` take them. */
export function leadingAssignments(words: readonly ExpandedWord[]): readonly ReadAssignment[] {
  const found: ReadAssignment[] = [];
  for (const word of words) {
    const [, name, value] = /^([^=\s/]+)=(.*)$/s.exec(word.text) ?? [];
    if (name === undefined) break;
    found.push({ name, value: { ...word, text: value ?? "" } });
  }
  return found;
}
