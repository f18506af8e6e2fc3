import type { LongPart } from "./long-parts.ts";

/** The parts that were asked for by name, with commas or one word each; all but the bench when nothing was. */
export function chosenParts(
  all: readonly LongPart[],
  words: readonly string[],
): { readonly parts: readonly LongPart[]; readonly unknown: readonly string[] } {
  const wanted = words.flatMap((word) => word.split(",")).filter((name) => name !== "");
  const unknown = wanted.filter((name) => !all.some((part) => part.name === name));
  // The bench compares with peers from a registry and says nothing about right and wrong: it runs when it is named.
  const isChosen = ({ name }: LongPart): boolean =>
    words.length > 0 ? wanted.includes(name) : name !== "bench";
  return { parts: all.filter(isChosen), unknown };
}
