/**
 * Globs of `search` and `glob`: `*` and `?` within a name, `**` over any number of names, `[abc]` and `{a,b}`. As in a
 * shell, a wildcard does not stand for a leading dot: hidden names must be named. It finds files and decides nothing; what
 * a rule matches is `PathAlternative`.
 */
import type { Reading } from "../reading.ts";
import { expandBraces } from "./expand-braces.ts";
import { matchWildcards, type WildcardReading } from "./match-wildcards.ts";
import { type NameGlob, readNameGlob } from "./name-glob.ts";

export interface FileGlob {
  /** True when it matches a path relative to the root of the search. */
  matches(relative: string): boolean;
  /** True when some part names a hidden file or directory. */
  readonly hidden: boolean;
  /** The directories that every match lies below, or the whole path when it has no wildcard. */
  readonly prefix: string;
  /** Patterns of the last name of a match, one for each alternative; empty when it may be anything. */
  readonly lastNames: readonly string[];
}

const MAX_LENGTH = 4096;

/** Reads a glob. One that is empty, unbalanced, absolute or leads up is a fault. */
export function readFileGlob(pattern: string): Reading<FileGlob> {
  if (pattern.length > MAX_LENGTH || pattern.includes("\0")) return UNREADABLE;
  const texts = expandBraces(pattern, { takesLone: true });
  if (!texts.ok) return UNREADABLE;
  const alternatives: Alternative[] = [];
  for (const text of texts.value) {
    const alternative = readAlternative(text);
    if (!alternative.ok) return alternative;
    alternatives.push(alternative.value);
  }
  const [only, ...others] = alternatives;
  const lastNames = alternatives.map(({ parts }) => parts.at(-1) ?? "**");
  const anyDepth = only === undefined || others.length > 0 ? null : matchLastName(only);
  return {
    ok: true,
    value: {
      matches(relative) {
        if (anyDepth !== null && !hasHiddenName(relative)) return anyDepth(relative);
        const names = relative.split("/");
        return alternatives.some(({ globs }) => matchWildcards(globs, names, READING));
      },
      hidden: alternatives.some(({ globs }) => globs.some((glob) => glob?.isDotted === true)),
      prefix: only === undefined || others.length > 0 ? "" : staticPrefix(only),
      lastNames: lastNames.some((name) => /^\*+$/.test(name)) ? [] : lastNames,
    },
  };
}

interface Alternative {
  /** Its segments as written, and compiled: null for `**`. */
  readonly parts: readonly string[];
  readonly globs: readonly (NameGlob | null)[];
}

const READING: WildcardReading<NameGlob | null, string> = {
  isStar: (glob) => glob === null,
  accepts: (glob, name) => (glob as NameGlob).test(name),
  starTakes: (name) => !name.startsWith("."),
};

const UNREADABLE = { ok: false, message: "cannot be read" } as const;

function readAlternative(text: string): Reading<Alternative> {
  if (text.startsWith("/"))
    return { ok: false, message: "is absolute: give its directory as path" };
  const named = text.split("/").filter((part) => part !== "" && part !== ".");
  if (named.includes("..")) return { ok: false, message: "leads up: give a directory as path" };
  if (named.length === 0) return UNREADABLE;
  // A pattern that ends in a slash means everything below.
  const parts = text.endsWith("/") ? [...named, "**"] : named;
  const globs: (NameGlob | null)[] = [];
  // Everything below a directory is at least one name, and not the directory itself.
  for (const part of parts.at(-1) === "**" ? [...parts.slice(0, -1), "*", "**"] : parts) {
    const glob = part === "**" ? null : readNameGlob(part);
    if (glob?.ok === false) return UNREADABLE;
    globs.push(glob === null ? null : glob.value);
  }
  return { ok: true, value: { parts, globs } };
}

/** Asked of every file of a tree, so by two searches for a text and no pattern. */
function hasHiddenName(relative: string): boolean {
  return relative.startsWith(".") || relative.includes("/.");
}

function staticPrefix({ globs }: Alternative): string {
  const texts = globs.map((glob) => glob?.text ?? null);
  const wild = texts.indexOf(null);
  return (wild < 0 ? texts : texts.slice(0, wild)).join("/");
}

/** The usual glob, a name at any depth, needs only the last name of a path without hidden ones. */
function matchLastName({ parts, globs }: Alternative): ((relative: string) => boolean) | null {
  if (parts.length === 1 && parts[0] === "**") return () => true;
  const [first, last] = globs;
  if (globs.length !== 2 || first !== null || last == null) return null;
  return (relative) => last.test(relative.slice(relative.lastIndexOf("/") + 1));
}
