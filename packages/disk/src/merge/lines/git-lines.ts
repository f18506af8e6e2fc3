import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { markerLength } from "./marker-length.ts";
import type { MergeLines, TextSides } from "./merge-lines.ts";
import { ownLines } from "./own-lines.ts";
import { readMarked } from "./read-marked.ts";
import { tidyPieces } from "./tidy-pieces.ts";

/** Runs git with these arguments, this environment and nothing else. Null: there is no git, or it was ended. */
export type RunGit = (
  argv: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
) => Promise<{ readonly code: number; readonly stdout: Uint8Array } | null>;

/** Its exit code is the number of conflicts; what lies above is an error. */
const MAX_CONFLICTS = 127;

/** Nothing that a person or a repository configured changes a merge. */
const NO_CONFIGURATION: Readonly<Record<string, string>> = {
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  // No repository, wherever the folder lies.
  GIT_DIR: "/dev/null",
  LC_ALL: "C",
};

/**
 * Lines as `git merge-file` merges them; its files are made in a new folder below `folder` and removed again. Where git cannot be
 * run, `ownLines` merges.
 */
export function gitLines({
  run,
  folder,
}: {
  readonly run: RunGit;
  readonly folder: string;
}): MergeLines {
  return async (sides) => {
    const size = markerLength(sides);
    const cwd = await mkdtemp(join(folder, "merge-"));
    try {
      await writeSides(cwd, sides);
      const done = await run(argumentsFor(size), {
        cwd,
        env: { ...NO_CONFIGURATION, HOME: cwd },
      });
      if (done === null || done.code < 0 || done.code > MAX_CONFLICTS) return ownLines(sides);
      if (done.code === 0) return tidyPieces([{ kind: "agreed", bytes: done.stdout }]);
      const pieces = readMarked(done.stdout, { size, sides });
      return pieces === null ? ownLines(sides) : tidyPieces(pieces);
    } finally {
      await rm(cwd, { recursive: true, force: true });
    }
  };
}

function argumentsFor(size: number): readonly string[] {
  const labels = ["ours", "base", "theirs"].flatMap((label) => ["-L", label]);
  return [
    ...["merge-file", "-p", "--diff3", `--marker-size=${size}`],
    ...[...labels, "ours", "base", "theirs"],
  ];
}

async function writeSides(cwd: string, { base, ours, theirs }: TextSides): Promise<void> {
  await writeFile(join(cwd, "base"), base);
  await writeFile(join(cwd, "ours"), ours);
  await writeFile(join(cwd, "theirs"), theirs);
}
