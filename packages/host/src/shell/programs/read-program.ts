/** Reads one command whose program may be in the book: its unit with floors, then what its words touch and run. */
import type { CommandContext, Invocation } from "../command-context.ts";
import type { Compiled } from "../knowledge/command-book.ts";
import type { ProgramSpec } from "../knowledge/program-spec.ts";
import { readAwk } from "./read-awk.ts";
import { readByRow } from "./read-by-row.ts";
import { readDd } from "./read-dd.ts";
import { readFetch } from "./read-fetch.ts";
import { readFd, readFind } from "./read-find.ts";
import { readGit } from "./read-git.ts";
import { readInterpreter } from "./read-interpreter.ts";
import { readSed } from "./read-sed.ts";
import { readSocat } from "./read-socat.ts";
import { readSsh } from "./read-ssh.ts";
import { readTar } from "./read-tar.ts";

/** Reads a command that is no builtin, shell or wrapper. */
export function readProgram(
  context: CommandContext,
  call: Invocation,
  row: Compiled<ProgramSpec> | undefined,
): void {
  switch (row?.spec.reader) {
    case "git":
      return readGit(context, call);
    case "find":
      return readFind(context, call);
    case "fd":
      return readFd(context, call, row);
    case "sed":
      return readSed(context, call);
    case "awk":
      return readAwk(context, call);
    case "tar":
      return readTar(context, call);
    case "dd":
      return readDd(context, call);
    case "ssh":
      return readSsh(context, call, row);
    case "socat":
      return readSocat(context, call);
    case "interpreter":
      return readInterpreter(context, call, row);
    case "fetch":
      return readFetch(context, call, row);
    default:
      readByRow(context, call, row);
  }
}
