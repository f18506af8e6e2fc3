/**
 * Arguments in the person's own editor: a file only they can read, in a folder of ours that no tool reaches, gone afterwards.
 * The editor's command line is theirs and goes through the shell, as in git; the file's name is handed over apart from it.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface EditOptions {
  /** `vim`, `code --wait`. */
  readonly command: string;
  /** Where the file may lie: closed to every tool. */
  readonly folder: string;
  readonly text: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

const MAX_BYTES = 4_194_304;

/** Returns the text that the person left in the file; null when the editor failed or the wait was over. */
export async function editInProgram(options: EditOptions): Promise<string | null> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const place = mkdtempSync(join(options.folder, "edit-"));
  const file = join(place, "arguments.json");
  try {
    writeFileSync(file, options.text, { mode: 0o600, flag: "wx" });
    if (!(await runEditor(file, options))) return null;
    return statSync(file).size <= MAX_BYTES ? readFileSync(file, "utf8") : null;
  } catch {
    return null;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function runEditor(file: string, { command, environment, signal }: EditOptions): Promise<boolean> {
  return new Promise((resolve) => {
    let child: ChildProcess;
    const stop = (): void => void child.kill("SIGTERM");
    const end = (isGood: boolean): void => {
      signal.removeEventListener("abort", stop);
      resolve(isGood && !signal.aborted);
    };
    child = spawn("/bin/sh", ["-c", `${command} "$1"`, "editor", file], {
      stdio: ["inherit", process.stderr, "inherit"],
      env: environment as NodeJS.ProcessEnv,
    });
    child.on("error", () => end(false));
    child.on("exit", (code) => end(code === 0));
    signal.addEventListener("abort", stop);
    if (signal.aborted) stop();
  });
}
