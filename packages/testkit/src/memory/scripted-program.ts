/** A function that a test writes instead of a program, and the world that it sees. */

export interface ProgramInvocation {
  /** The words of the command; for a shell line its blanks split it, quotes and all. */
  readonly argv: readonly string[];
  /** The whole line when a shell was asked to run it. */
  readonly line: string | null;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
}

export type ProgramTouch =
  | { readonly read: string }
  | { readonly write: string; readonly text: string }
  | { readonly remove: string }
  | { readonly connect: string };

/**
 * The world as the sandbox shows it: what the confinement does not permit is not there. Paths are relative to the
 * program's directory. Nothing here throws for a refusal; programs print and go on, as programs do.
 */
export interface ProgramWorld {
  /** The text of a file, or null when it is missing or out of reach. */
  read(path: string): string | null;
  /** Writes in place, under all names of the file; false when out of reach. */
  write(path: string, text: string): boolean;
  remove(path: string): boolean;
  /** Tries to reach `host:port` (or a URL) through the relay, which may ask a person; false when there is no way. */
  connect(hostAndPort: string): Promise<boolean>;
  /** Prints at once, for programs that run on. */
  print(text: string): void;
  /** The next text that `write` of the process door sends; waits for it. */
  input(): Promise<string>;
  /** Waits on the host's clock. */
  sleep(ms: number): Promise<void>;
}

/** How a program ended; exit code 0 and no output unless it says otherwise. */
export interface ProgramResult {
  readonly exitCode?: number;
  readonly output?: string;
  /** Touched after the function returns, in order; a refused one is printed and makes the exit code 1. */
  readonly touches?: readonly ProgramTouch[];
}

/** A program. One that throws ends as a crash. */
export type ScriptedProgram = (
  invocation: ProgramInvocation,
  world: ProgramWorld,
) => ProgramResult | Promise<ProgramResult>;

/** Programs by name, or by a whole shell line. A text is a program that prints it. */
export type ScriptedPrograms = Readonly<Record<string, ScriptedProgram | string>>;

/** A `cat` for tables of programs: prints its operands and complains about those it cannot read. */
export const catProgram: ScriptedProgram = ({ argv }, world) => {
  const texts = argv.slice(1).map((path) => ({ path, text: world.read(path) }));
  return {
    exitCode: texts.some(({ text }) => text === null) ? 1 : 0,
    output: texts
      .map(({ path, text }) => text ?? `cat: ${path}: No such file or directory\n`)
      .join(""),
  };
};
