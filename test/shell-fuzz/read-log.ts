/** The log of a batch, as what each line spawned. */

/** One program that really started. */
export interface Spawn {
  readonly cwd: string;
  /** The name as PATH found it, or the path it was called by; then the words. */
  readonly argv: readonly string[];
}

export interface LineRun {
  /** `stuck` and `lost` lines (the driver was ended) are counted, never judged. */
  readonly outcome: "parsed" | "unparsable" | "stuck" | "lost";
  readonly spawned: readonly Spawn[];
}

/** Reads the records of a log; what follows the last whole line belongs to a line that never ended. */
export function readLog(bytes: Uint8Array): readonly LineRun[] {
  const fields = new TextDecoder("utf-8").decode(bytes).split("\0");
  const runs: LineRun[] = [];
  let spawned: Spawn[] = [];
  for (let at = 0; at < fields.length; ) {
    if (fields[at] === "run") {
      const count = Number(fields[at + 2]);
      spawned.push({ cwd: fields[at + 1] ?? "", argv: fields.slice(at + 3, at + 3 + count) });
      at += 3 + count;
    } else if (fields[at] === "end") {
      runs.push({ outcome: fields[at + 2] === "no" ? "unparsable" : "parsed", spawned });
      spawned = [];
      at += 3;
    } else at += 1;
  }
  return runs;
}
