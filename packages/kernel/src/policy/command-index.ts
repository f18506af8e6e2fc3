/**
 * Finds rules about commands by the program that a command names. Nearly every rule names one, so a command meets the
 * few about its own program instead of them all. The index finds everything that could match, and each is still
 * matched; a rule whose program is a glob, or none, is found for every command.
 */
import type { ShellUnit, ShellWord } from "@toolplane/contract";
import { lowerAscii } from "./pattern/lower-ascii.ts";
import type { CompiledRule } from "./rule/compiled-rule.ts";

/** Gives the rules that could match a unit, in their order. */
export type CommandIndex = (
  unit: Pick<ShellUnit, "argv" | "alternates">,
) => readonly CompiledRule[];

/** Indexes rules, given in their order. */
export function createCommandIndex(rules: readonly CompiledRule[]): CommandIndex {
  const byProgram = new Map<string, RuleList>();
  const always: CompiledRule[] = [];
  for (const rule of rules) {
    const programs = programsOf(rule);
    if (programs === null) always.push(rule);
    for (const program of programs ?? []) {
      byProgram.set(program, [...(byProgram.get(program) ?? []), rule]);
    }
  }
  // Only programs that rules name are ever kept, so a model's inventions take no room.
  for (const [program, named] of byProgram) byProgram.set(program, inOrder([...always, ...named]));
  return ({ argv, alternates }) => {
    let found = findBy(byProgram, argv[0]);
    for (const words of alternates ?? []) found = [...found, ...findBy(byProgram, words[0])];
    const [only] = found;
    if (only === undefined) return always;
    return found.length === 1 ? only : inOrder([...new Set(found.flat())]);
  };
}

function inOrder(rules: CompiledRule[]): readonly CompiledRule[] {
  return rules.sort((one, other) => one.index - other.index);
}

type RuleList = readonly CompiledRule[];

/** By the whole name and by its last part: what allows wants the one, what restricts takes either. */
function findBy(
  byProgram: ReadonlyMap<string, RuleList>,
  name: ShellWord | undefined,
): readonly RuleList[] {
  if (typeof name !== "string") return NONE;
  const whole = lowerAscii(name);
  const end = whole.lastIndexOf("/");
  const found = [byProgram.get(whole), end < 0 ? undefined : byProgram.get(whole.slice(end + 1))];
  return found.filter((list) => list !== undefined);
}

const NONE: readonly RuleList[] = [];

/** The programs that a rule can be about, in lower case; null when that may be any. */
function programsOf({ everything, argv }: CompiledRule): ReadonlySet<string> | null {
  if (everything) return null;
  const programs = new Set<string>();
  for (const pattern of argv) {
    const isNothing = pattern.words.length === 0 && !pattern.rest && !pattern.everything;
    if (isNothing) continue;
    const text = pattern.words[0]?.text ?? null;
    if (text === null || pattern.everything) return null;
    programs.add(lowerAscii(text));
  }
  return programs;
}
