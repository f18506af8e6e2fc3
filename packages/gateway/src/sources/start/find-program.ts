/** Finds the file behind a command as a shell would: by its path, or by its name on PATH. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve } from "node:path";

export interface ProgramPlace {
  /** The folder that relative paths begin at. */
  readonly cwd: string;
  readonly path: string;
}

/** Null when none can be run. */
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
