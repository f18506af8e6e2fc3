/** Reads one command whose program may be in the book: its unit with floors, then what its words touch and run. */

import type { Compiled } from "../knowledge/book/command-book.ts";
import type { ProgramSpec } from "../knowledge/book/program-spec.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { readGit } from "./git/read-git.ts";
import { readAwk } from "./read-awk.ts";
import { readByRow } from "./read-by-row.ts";
import { readDd } from "./read-dd.ts";
import { readFetch } from "./read-fetch.ts";
import { readFd, readFind } from "./read-find.ts";
import { readInputProgram } from "./read-input-program.ts";
import { readInterpreter } from "./read-interpreter.ts";
import { readLn } from "./read-ln.ts";
import { readMake } from "./read-make.ts";
import { readSed } from "./read-sed.ts";
import { readSocat } from "./read-socat.ts";
import { readSsh } from "./read-ssh.ts";
import { readTar } from "./read-tar.ts";

type Reader = (context: CommandContext, call: Invocation, row: Compiled<ProgramSpec>) => void;

const OWN_READERS: Readonly<Record<NonNullable<ProgramSpec["reader"]>, Reader>> = {
  git: readGit,
  find: readFind,
  fd: readFd,
  sed: readSed,
  awk: readAwk,
  tar: readTar,
  dd: readDd,
  ln: readLn,
  ssh: readSsh,
  socat: readSocat,
  interpreter: readInterpreter,
  fetch: readFetch,
  make: readMake,
  vim: readByRow,
};

/** Reads a command that is no builtin, shell or wrapper. */
export function readProgram(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec> | undefined,
): void {
  const reader = row?.spec.reader;
  const unitIndex = context.reading.units.length;
  if (row && reader) OWN_READERS[reader](context, call, row);
  else readByRow(context, call, row);
  readInputProgram(context, call, unitIndex);
}
