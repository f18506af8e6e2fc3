/**
 * Program text for a shell that is not bash. `/bin/sh` is dash here, ash there, bash in yet another mode elsewhere, and
 * `$SHELL` is anybody's; they read much of bash as something else, down to where a quote ends. So such a text is read as
 * bash only while nothing in it is bash's own, or looks like it.
 */

/** The reader of a text: bash, some POSIX shell, or any shell that the person has chosen. */
export type Dialect = "bash" | "posix" | "any";

/** Quotes, redirects, braces, tests, arrays and words that bash alone has, or has otherwise. */
const OWN_TO_BASH =
  /\$['"[]|\$\(\(|\$\{[ \t\n|!]|\$\{[^}]*['"\\[^,@/:][^}]*\}|<<<|[<>]\(|&>|>&(?![-\d])|\|&|;;?&|\[\[|\(\(|\{[^\s}]*(?:,|\.\.)|=~|\+=|\w\[|\w=\(|\{\w+\}[<>]|<<-?\s*\$|\b(?:function|select|coproc|time)\b/;
/** Text that fish and zsh read otherwise, wherever it is: escapes in quotes, history, `=cmd`, number globs, groups. */
const PERSONAL = /[\\^~!{}()`]|(?:^|[\s;&|])=|<\d*-\d*>/;

/** True when every shell of the dialect reads the text as bash does. */
export function readsAlike(text: string, dialect: Dialect): boolean {
  if (dialect === "bash") return true;
  return !OWN_TO_BASH.test(text) && !(dialect === "any" && PERSONAL.test(text));
}
