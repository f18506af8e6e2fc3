/** Tasks that the checks of processes give to programs, and their commands for a POSIX shell. */
import { quoteShell } from "@toolplane/readings";

/** One thing for a program to do. Paths are absolute. */
export type ConformanceTask =
  /** Ends with this exit code. */
  | { readonly do: "exit"; readonly code: number }
  /** Ends by a signal of its own. */
  | { readonly do: "crash" }
  /** Prints a text `times` times. */
  | { readonly do: "print"; readonly text: string; readonly times?: number }
  /** Prints the pieces one after the other, each at once. */
  | { readonly do: "print-pieces"; readonly pieces: readonly string[] }
  /** Prints what comes in, line by line, until its input ends. */
  | { readonly do: "echo" }
  /** Prints its environment, a line `NAME=value` for each variable. */
  | { readonly do: "environment" }
  /** Prints its directory and a line end. */
  | { readonly do: "directory" }
  /** Prints the content of a file; exit code other than 0 when it cannot. */
  | { readonly do: "read-file"; readonly path: string }
  /** Writes a file; exit code other than 0 when it cannot. */
  | { readonly do: "write-file"; readonly path: string; readonly text: string }
  /**
   * Prints the text, then adds a line to the file every few milliseconds and does not end by itself; a stubborn one not
   * when it is asked to either.
   */
  | { readonly do: "beat"; readonly text: string; readonly path: string; readonly stubborn?: true }
  /** Starts a program that beats, stubbornly, and ends without it; where programs cannot start others, only ends. */
  | { readonly do: "leave-behind"; readonly path: string };

/** The task as a line for bash, and as an argv. */
export function posixCommand(task: ConformanceTask): {
  readonly shell: string;
  readonly argv: readonly string[];
} {
  const shell = lineOf(task);
  return { shell, argv: ["bash", "-c", shell] };
}

function lineOf(task: ConformanceTask): string {
  switch (task.do) {
    case "exit":
      return `exit ${task.code}`;
    case "crash":
      return "kill -KILL $$";
    case "print":
      return task.times === undefined
        ? `printf %s ${quoteShell(task.text)}`
        : `for ((i = 0; i < ${task.times}; i++)); do printf %s ${quoteShell(task.text)}; done`;
    case "print-pieces":
      return task.pieces.map((piece) => `printf %s ${quoteShell(piece)}`).join("; sleep 0.15; ");
    case "echo":
      return "while IFS= read -r line; do printf '%s\\n' \"$line\"; done";
    case "environment":
      return "env";
    case "directory":
      return "pwd";
    case "read-file":
      return `cat ${quoteShell(task.path)}`;
    case "write-file":
      return `printf %s ${quoteShell(task.text)} > ${quoteShell(task.path)}`;
    case "beat":
      return `${task.stubborn ? IGNORE : ""}printf %s ${quoteShell(task.text)}; ${beatLine(task.path)}`;
    case "leave-behind": {
      const begun = `while [ ! -s ${quoteShell(task.path)} ]; do sleep 0.02; done`;
      return `(${IGNORE}${beatLine(task.path)}) & ${begun}`;
    }
  }
}

const IGNORE = "trap '' TERM HUP INT; ";

function beatLine(path: string): string {
  return `while :; do echo beat >> ${quoteShell(path)}; sleep 0.02; done`;
}
