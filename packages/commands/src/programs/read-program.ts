/** Reads one command whose program may be in the book: its unit with floors, then what its words touch and run. */
import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramRow } from "../knowledge/program-row.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { streamOf } from "../words/stream-number.ts";
import { readGit } from "./git/read-git.ts";
import { readAwk } from "./read-awk.ts";
import { readByRow } from "./read-by-row.ts";
import { readDd } from "./read-dd.ts";
import { readFind } from "./read-find.ts";
import { readInterpreter } from "./read-interpreter.ts";
import { readLn } from "./read-ln.ts";
import { readSed } from "./read-sed.ts";
import { readSsh } from "./read-ssh.ts";
import { readTar } from "./read-tar.ts";

type Reader = (context: CommandContext, call: Invocation, known: Compiled<ProgramRow>) => void;

const OWN_READERS: Readonly<Record<NonNullable<ProgramRow["reader"]>, Reader>> = {
  git: readGit,
  find: readFind,
  sed: readSed,
  awk: readAwk,
  tar: readTar,
  dd: readDd,
  ln: readLn,
  ssh: readSsh,
  interpreter: readInterpreter,
};

/** Programs that take commands of their own from what they are fed, some of which start others or open files. */
const FED =
  /^(?:ed|ex|vim?|nvim|dc|g?m4|gdb|lldb|[ls]?ftp|mailx?|mutt|crontab|at|batch|g?make|just|tclsh|expect|irb|iex|ghci|sqlite3?|duckdb|psql|mysql|mariadb)$/;
/** A program among the words: `make SHELL=…`, `make --eval …`. */
const GIVES = /^(?:SHELL|MAKE)\s*[:?+]*=(?!(?:\/(?:usr\/)?bin\/)?(?:ba|da|k|z|a)?sh$)|^--eval/;
/** Those that are asked questions; what leads out of a database stands at the beginning of a line, or is a function. */
const ASKED = /^(?:sqlite3?|duckdb|psql|mysql|mariadb)$/;
const LEADS_OUT =
  /\b(?:load_extension|edit|program|readfile|writefile)\b|^\s*(?:[.!]|\\(?!d)|system|source)/im;
/** Of its own commands those that only show. */
const SHOWS =
  /^\s*\.(?:tables?|schema|dump|headers?|mode|indexes|databases|help|quit|exit|show|stats)\b[^|\n]*$/gm;

/** Reads a command that is no builtin, shell or wrapper. */
export function readProgram(
  context: CommandContext,
  call: Invocation,
  known: Compiled<ProgramRow> | undefined,
): void {
  const reader = known?.row.reader;
  if (known && reader) OWN_READERS[reader](context, call, known);
  else readByRow(context, call, known);
  const name = call.words[0]?.text.split("/").at(-1) ?? "";
  if (FED.test(name) && isGivenProgram(context, call, ASKED.test(name)))
    context.reading.addOpaque(call.text, "it is given commands of a language of its own");
}

/** True when what it is given, by its words or its input, may start something or open files. */
function isGivenProgram(
  context: CommandContext,
  { words: [, ...words], scope }: Invocation,
  isAsked: boolean,
): boolean {
  const { stdin } = scope;
  if (words.some(({ pipe, text }) => pipe || (streamOf(context, text, scope) ?? 0) !== 0))
    return true;
  const given = words.filter(({ text }) => /[\s\\]|^\./.test(text));
  const isFed = stdin.kind === "text" || stdin.kind === "unknown";
  if (!isAsked)
    return (
      isFed ||
      words.some(({ text }, at) => GIVES.test(text) || /^-\w*[ce]$/.test(words[at - 1]?.text ?? ""))
    );
  if (stdin.kind === "unknown") return true;
  const texts = [...given.map(({ text }) => text), ...(stdin.kind === "text" ? [stdin.text] : [])];
  return (
    given.some(({ dynamic }) => dynamic) ||
    texts.some((text) => LEADS_OUT.test(text.replace(SHOWS, "")))
  );
}
