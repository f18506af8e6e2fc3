/**
 * Programs for which a person is offered more than the very words of a call, by the words that say what they do. They are few: for
 * these the reading of a line knows what follows, so that an option which runs another program, works in another folder or names a
 * file outside asks all the same. Everything else is offered exactly as it stands or not at all: a shell, an interpreter, a wrapper,
 * what sends something away, what takes several targets (`make a deploy`), what throws work away (`git checkout`), and every program
 * whose options are not known (`go build -o /elsewhere`).
 */
const BY_FIRST_WORD: Readonly<Record<string, string>> = {
  git: "add commit mv",
  npm: "t test",
  pnpm: "t test",
  yarn: "test",
};

/** Here the first word says nothing yet: the second names a script of the project. */
const BY_SECOND_WORD: Readonly<Record<string, string>> = {
  npm: "run run-script",
  pnpm: "run",
};

/** The name of a script, and no option. */
const SCRIPT = /^[\w][\w:.-]*$/;

/** How many of the first words are kept in a rule that takes any words after them; null where none is offered. */
export function wordsToKeep([program, first, second]: readonly unknown[]): 2 | 3 | null {
  if (isListed(BY_FIRST_WORD, program, first)) return 2;
  if (!isListed(BY_SECOND_WORD, program, first)) return null;
  return typeof second === "string" && SCRIPT.test(second) ? 3 : null;
}

function isListed(table: Readonly<Record<string, string>>, program: unknown, word: unknown) {
  if (typeof program !== "string" || typeof word !== "string") return false;
  return Object.hasOwn(table, program) && table[program]?.split(" ").includes(word) === true;
}
