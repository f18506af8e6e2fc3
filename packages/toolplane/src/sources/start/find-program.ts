/** The file behind a command, found as a shell would: by its path, or by its name on PATH. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

export interface ProgramPlace {
  /** Where relative paths begin. */
  readonly cwd: string;
  readonly path: string;
}

/** Null when there is none that can be run. */
export function findProgram(command: string, { cwd, path }: ProgramPlace): string | null {
  if (command.includes("/")) return runnable(resolve(cwd, command));
  for (const folder of path.split(delimiter)) {
    const found = isAbsolute(folder) ? runnable(join(folder, command)) : null;
    if (found !== null) return found;
  }
  return null;
}

function runnable(file: string): string | null {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile() ? file : null;
  } catch {
    return null;
  }
}
