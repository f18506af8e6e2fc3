/**
 * Collects the aliases among settings of git: each name in lower case, with everything that it may stand for. Which of several
 * counts depends on the order of files, on conditions and on git's version, so all of them do.
 */
import type { GitSettings } from "../config/read-git-settings.ts";

/** A name with more meanings is not looked into. */
const MAX_MEANINGS = 8;

export type GitAliases = ReadonlyMap<string, readonly string[]>;

/** Gives none where a setting may be missing: every alias is then one that is not known. */
export function readAliases({ settings, unread, refused }: GitSettings): GitAliases {
  const found = new Map<string, Set<string>>();
  if (unread || refused) return new Map();
  for (const { section, subsection, name, value, valueless } of settings) {
    // Git stops at an alias without a value.
    if (section !== "alias" || valueless) continue;
    // Older versions take `[alias "a"] b = …` for an alias `a.b`; newer ones take `[alias "a"] command = …` for one called `a`.
    const names = subsection === null ? [name] : [`${subsection}.${name}`];
    if (subsection !== null && name === "command") names.push(subsection);
    for (const each of names) {
      const key = each.toLowerCase();
      found.set(key, (found.get(key) ?? new Set()).add(value));
    }
  }
  const known = [...found].filter(([, values]) => values.size <= MAX_MEANINGS);
  return new Map(known.map(([name, values]) => [name, [...values]]));
}
