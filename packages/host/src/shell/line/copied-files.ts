/**
 * Files that the line itself copies, links or moves. A denied program under another name is that program: where the line runs
 * such a file, denials see what it was made from.
 */

import { type ExpandedWord, isLiteral } from "../words/expanded-word.ts";
import { streamNumber } from "../words/stream-number.ts";
import type { CommandContext, Invocation } from "./command-context.ts";

const COPIERS = /^g?(?:cp|mv|ln|link|install|rsync|ditto|dd)$/;
/** Up to so many words each may be the target of each. */
const MAX_WORDS = 12;
/** Names that one program may have had; more are nobody's work. */
const MAX_FOUND = 32;

/** Notes what this command makes. Which word is the target the options decide, so each may be, and a folder may be one. */
export function noteCopies(context: CommandContext, name: string, call: Invocation): void {
  if (!COPIERS.test(name)) return;
  const words = call.words
    .slice(1)
    .filter(isLiteral)
    .map(nameIn)
    .filter((text) => !text.startsWith("-"));
  // Of many, the folder that takes them stands at one of the ends.
  const targets = words.length > MAX_WORDS ? [...words.slice(0, 2), ...words.slice(-2)] : words;
  const { copies } = context.reading;
  if (!context.reading.spend(words.length * targets.length)) return;
  for (const source of words) {
    if (streamNumber(source, call.scope) !== null)
      context.reading.addOpaque(call.text, "what such a link gives is only known when it is read");
    if (copies.size > MAX_COPIES) {
      context.reading.addOpaque(call.text, "the line makes more files than can be followed");
      return;
    }
    for (const target of targets) {
      if (target === source) continue;
      for (const path of [target, `${target}/${lastName(source)}`]) {
        const made = placeOf(context, path, call);
        if (made !== null) copies.set(made, [...(copies.get(made) ?? []), source]);
      }
    }
  }
}

const MAX_COPIES = 1_000;

/** What the program of this call was made from, as the line names it; none where the line did not make it. */
export function copiedFrom(
  context: CommandContext,
  call: Pick<Invocation, "words" | "scope">,
): readonly string[] {
  const found = new Set<string>();
  const { copies } = context.reading;
  const name = call.words[0]?.text ?? "";
  if (copies.size === 0 || !name.includes("/")) return [];
  // A set hands out what is added to it on the way: a copy of a copy, and so on.
  for (const at of found.add(name)) {
    const place = found.size > MAX_FOUND ? null : placeOf(context, at, call);
    for (const source of place === null ? [] : (copies.get(place) ?? [])) found.add(source);
  }
  if (found.size > MAX_FOUND)
    context.reading.addOpaque(name, "the program it would run is only known when it runs");
  found.delete(name);
  return [...found];
}

/** `of=x` and `--target-directory=x` name x. */
function nameIn({ text }: ExpandedWord): string {
  return text.replace(/^(?:--[a-z-]+|if|of)=/, "");
}

function placeOf(
  { world }: CommandContext,
  text: string,
  { scope }: Pick<Invocation, "scope">,
): string | null {
  const [directory] = scope.where.now ?? [];
  if (text === "" || (!text.startsWith("/") && !directory)) return null;
  const path = world.path(text.startsWith("/") ? text : `${directory?.real}/${text}`, "read");
  return path.ok ? path.value.lexical : null;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
