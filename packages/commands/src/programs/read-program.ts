/** Reads one command whose program may be in the book: its unit with floors, then what its words touch and run. */
import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramRow } from "../knowledge/program-row.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { readGit } from "./git/read-git.ts";
import { readAwk } from "./read-awk.ts";
import { readByRow } from "./read-by-row.ts";
import { readDd } from "./read-dd.ts";
import { readFd, readFind } from "./read-find.ts";
import { readInterpreter } from "./read-interpreter.ts";
import { readLn } from "./read-ln.ts";
import { readSed } from "./read-sed.ts";
import { readSsh } from "./read-ssh.ts";
import { readTar } from "./read-tar.ts";

type Reader = (context: CommandContext, call: Invocation, known: Compiled<ProgramRow>) => void;

const OWN_READERS: Readonly<Record<NonNullable<ProgramRow["reader"]>, Reader>> = {
  git: readGit,
  find: readFind,
  fd: readFd,
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
  /^(?:ed|ex|vim?|nvim|sqlite3?|duckdb|psql|mysql|mariadb|dc|g?m4|gdb|lldb|[ls]?ftp|mailx?|mutt|crontab|at|batch|g?make|just|tclsh|expect|irb|iex|ghci)$/;

/** A question to a database, which starts nothing unless one of its functions does. */
const QUERY =
  /^\s*(?:select|insert|update|delete|create|drop|alter|pragma|explain|with|begin|commit|vacuum)\b/i;
const LEADS_OUT = /\b(?:load_extension|edit|program)\b|^\s*[.!\\]/im;

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
  if (!FED.test(name)) return;
  const isFed = call.scope.stdin.kind !== "none" || call.words.some(({ pipe }) => pipe);
  const texts = call.words.slice(1).filter(({ text }) => /\s/.test(text));
  if (
    isFed ||
    texts.some(({ text, dynamic }) => dynamic || !QUERY.test(text) || LEADS_OUT.test(text))
  )
    context.reading.addOpaque(call.text, "it is given commands of a language of its own");
}
