/** A client's own name: foreign text, cut to a bound, of no effect but to be shown and to keep programs apart. */

const MAX_CHARS = 200;

/** `name version`, or null when it says neither. */
export function clientName(info: unknown): string | null {
  if (typeof info !== "object" || info === null) return null;
  const { name, version } = info as Readonly<Record<string, unknown>>;
  const words = [name, version].filter((word) => typeof word === "string" && word !== "");
  return words.length === 0 ? null : words.join(" ").slice(0, MAX_CHARS).toWellFormed();
}
