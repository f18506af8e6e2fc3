/** A landing of many files, its undo and its redo, each as a person types it: processes of the built program. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figures } from "../harness/section.ts";

export type Way = "landing" | "undo" | "redo";

const PROGRAM = join(import.meta.dirname, "../../../packages/toolplane/bin/toolplane.cjs");
const IN_A_FOLDER = 500;
const WORDS: Readonly<Record<Way, readonly string[]>> = {
  landing: ["call", "bash", "sed -i s/line/LINE/ d*/*.txt"],
  undo: ["undo", "--yes"],
  redo: ["redo", "--yes"],
};
/** Seconds that it took, and that it computed, after what the program prints. */
const TIMED = 'TIMEFORMAT="TIMED %R %U %S"; time "$@"';

/** Does what comes before, and times the one. */
export function timedMove(way: Way, files: number): Promise<Figures> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-bench-undo-")));
  try {
    const workspace = join(base, "ws");
    for (let n = 0; n < files; n += 1) {
      const folder = join(workspace, `d${Math.floor(n / IN_A_FOLDER)}`);
      if (n % IN_A_FOLDER === 0) mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `f${n}.txt`), `line ${n}\n`);
    }
    let figures: Figures = {};
    for (const one of ["landing", "undo", "redo"] as const) {
      figures = timed(WORDS[one], { base, workspace });
      if (one === way) break;
    }
    return Promise.resolve(figures);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function timed(
  words: readonly string[],
  { base, workspace }: { readonly base: string; readonly workspace: string },
): Figures {
  const line = ["-c", TIMED, "bash", process.execPath, PROGRAM, ...words];
  const { status, stderr } = spawnSync("bash", line, {
    cwd: workspace,
    env: { PATH: process.env.PATH, HOME: base, TOOLPLANE_BUILT: "1" },
    encoding: "utf8",
  });
  const [, real, user, system] = /TIMED ([\d.]+) ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  if (status !== 0) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
  return { wholeMs: Number(real) * 1_000, processorMs: (Number(user) + Number(system)) * 1_000 };
}
