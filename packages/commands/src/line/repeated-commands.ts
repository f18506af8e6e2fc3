/**
 * Long lines repeat themselves, and the same command in the same place says nothing new: from some length on it is read once.
 * What it left behind is remembered with everything that its reading depended on.
 */
import type { Command } from "unbash";
import type { CommandContext, Scope } from "./command-context.ts";
import type { Outcome } from "./directories.ts";

/** Shorter lines cost little, and show every command they hold. */
const MIN_UNITS = 64;

/** Reads a command or a program's text, or finds that it was read before. */
export function readOnce(
  context: CommandContext,
  at: { readonly key: () => string; readonly scope: Scope },
  read: () => Outcome,
): Outcome {
  const { reading, repeats, values } = context;
  const { scope } = at;
  if (reading.units.length < MIN_UNITS || !isPlainInput(scope)) return read();
  const key = at.key();
  const known = repeats.get(key);
  const shellChanged = reading.shellChanged();
  if (
    known &&
    known.values === values.size &&
    known.shellChanged === shellChanged &&
    isSamePlace(known.scope, scope)
  )
    return known.outcome;
  const outcome = read();
  repeats.set(key, { scope, values: values.size, shellChanged, outcome });
  return outcome;
}

function isPlainInput({ stdin }: Scope): boolean {
  return stdin.kind !== "text";
}

/** The source of a command, and the here-documents that stand apart from it. */
export function commandKey(node: Command, source: string): string {
  let key = source.slice(node.pos, node.end);
  for (const redirect of node.redirects)
    if (redirect.type === "HereDoc") key += `\n${redirect.body.text}`;
  return key;
}

function isSamePlace(one: Scope, other: Scope): boolean {
  return (
    one.where === other.where &&
    one.stdin.kind === other.stdin.kind &&
    one.depth === other.depth &&
    one.certain === other.certain &&
    one.always === other.always &&
    one.inWords === other.inWords &&
    one.local === other.local &&
    one.dialect === other.dialect
  );
}
