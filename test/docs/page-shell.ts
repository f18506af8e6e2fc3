/** One bash for a whole page, as a reader has one: where a block left it, the next one goes on. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** What a block did. */
export interface BlockOutcome {
  readonly exitCode: number;
  /** Standard output and error, as they came. */
  readonly output: string;
}

/** A running shell. */
export interface PageShell {
  run(script: string): Promise<BlockOutcome>;
  close(): Promise<void>;
}

const BLOCK_MS = 280_000;

/** Starts it. */
export function openPageShell(options: {
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}): PageShell {
  const shell = spawn("bash", ["--noprofile", "--norc"], {
    cwd: options.directory,
    env: options.environment,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  shell.stdin.write("exec 2>&1\n");
  let heard = "";
  let wake: () => void = () => {};
  const hear = (chunk: string): void => {
    heard += chunk;
    wake();
  };
  shell.stdout.setEncoding("utf8").on("data", hear);
  shell.stderr.setEncoding("utf8").on("data", hear);
  let blocks = 0;
  return {
    async run(script) {
      blocks += 1;
      const mark = `block-${blocks}-ended`;
      const end = new RegExp(`\\n${mark} (\\d+)\\n`);
      heard = "";
      shell.stdin.write(`${script}\nprintf '\\n${mark} %s\\n' "$?"\n`);
      const found = await waitFor(
        () => end.exec(heard),
        (next) => {
          wake = next;
        },
      );
      if (!found) throw new Error(`no end within ${BLOCK_MS} ms; so far:\n${heard}`);
      return { exitCode: Number(found[1]), output: heard.slice(0, found.index) };
    },
    async close() {
      const ended = once(shell, "exit");
      // The whole group: a page may leave something running in the background.
      if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, "SIGKILL");
      await ended;
    },
  };
}

function waitFor<T>(look: () => T | null, onChange: (next: () => void) => void): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(look()), BLOCK_MS);
    const next = (): void => {
      const found = look();
      if (found === null) return;
      clearTimeout(timer);
      resolve(found);
    };
    onChange(next);
    next();
  });
}
