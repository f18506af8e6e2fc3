/** Variables and headers of a source, whose values may be references: `env:NAME`, or `${env:NAME}` inside a text. What is shown of them is never a value. */
import type { SourceValue } from "../list/source.ts";

export interface SourceValues {
  readonly values: Readonly<Record<string, string>>;
  /** Names whose variable is not set here; they are left out. */
  readonly unset: readonly string[];
}

const REFERENCE = /^env:([A-Za-z_][A-Za-z0-9_]*)$/;
const INSIDE = /\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}/g;

export function readSourceValues(
  given: Readonly<Record<string, SourceValue>>,
  environment: Readonly<Record<string, string | undefined>>,
): SourceValues {
  const values: Record<string, string> = {};
  const unset: string[] = [];
  for (const [name, text] of Object.entries(given)) {
    const value = resolvedValue(text, environment);
    if (value === null) unset.push(name);
    else values[name] = value;
  }
  return { values, unset };
}

/** Null where a variable that it needs is not set. */
function resolvedValue(
  text: SourceValue,
  environment: Readonly<Record<string, string | undefined>>,
): string | null {
  const names = variablesOf(text);
  if (names.some((name) => environment[name] === undefined)) return null;
  const [, whole] = REFERENCE.exec(text) ?? [];
  if (whole !== undefined) return environment[whole] ?? null;
  return text.replace(INSIDE, (_, name: string) => environment[name] ?? "");
}

/** For people: `TOKEN from $GITHUB_TOKEN`, `LEVEL kept here`. */
export function describeValues(given: Readonly<Record<string, SourceValue>>): readonly string[] {
  return Object.entries(given).map(([name, text]) => {
    const variables = variablesOf(text);
    if (variables.length === 0) return `${name} (its value is kept here)`;
    return variables[0] === name ? name : `${name} from ${variables.join(", ")}`;
  });
}

/** The variables that a value is made of; none for one that is the value itself. */
function variablesOf(text: SourceValue): readonly string[] {
  const [, whole] = REFERENCE.exec(text) ?? [];
  if (whole !== undefined) return [whole];
  return [...text.matchAll(INSIDE)].map(([, name = ""]) => name);
}
