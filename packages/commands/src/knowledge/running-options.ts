/**
 * Options that run a program say so in their names, whatever program they belong to: `--exec`, `--to-command`, `-toolexec`,
 * `--use-compress-program`. So nobody lists them program by program.
 */
const WHOLE: ReadonlySet<string> = new Set(
  "shell rsh eval preload require loader plugin wrapper runner hook script askpass pager editor pre bin options".split(
    " ",
  ),
);
/** Those that people and programs cut short. */
const BEGUN: readonly string[] = ["execute", "execdir", "command", "cmd", "program", "action"];

/** True for an option that runs what it is given, by its name alone. */
export function runsByName(option: string): boolean {
  if (option.startsWith("--no-")) return false;
  const words = option.replace(/^-+/, "").split("-");
  return words.some(
    (word, at) =>
      WHOLE.has(word) ||
      /exec$/.test(word) ||
      (at === words.length - 1 && word.length > 2 && BEGUN.some((each) => each.startsWith(word))),
  );
}
