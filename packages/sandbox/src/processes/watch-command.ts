/** Looks at what a running command prints and brings over, and ends it when it passes a bound of either. */
import { statSync } from "node:fs";
import type { ProcessContext } from "@toolplane/contract/ports";
import type { LaunchedCommand } from "./launch/launch-command.ts";
import { createOutputHead, type OutputHead } from "./output/output-head.ts";
import { createSpoolReader } from "./output/spool-reader.ts";
import { createSpoolScan, type SpoolScan } from "./output/spool-scan.ts";
import type { CommandParts } from "./session/command-parts.ts";

/** Output is looked at this often while a command runs. */
const LOOK_MS = 100;
/** And this often while it prints more than a result holds. */
const BUSY_LOOK_MS = 10;

export interface WatchCommand {
  readonly parts: CommandParts;
  readonly context: ProcessContext;
  readonly launched: LaunchedCommand;
  end(why: "flood" | "bound"): void;
}

export interface WatchedCommand {
  readonly head: OutputHead;
  readonly scan: () => SpoolScan;
  /** The bound of its changes that it passed. */
  readonly bound: () => string | null;
  stop(): void;
  close(): void;
}

export function watchCommand({ parts, context, launched, end }: WatchCommand): WatchedCommand {
  const { spool, prepared } = launched;
  const reader = createSpoolReader(spool, context.redactor);
  const { maxOutputBytes: maxBytes, maxSpoolBytes, clock } = parts;
  const head = createOutputHead({ reader, maxBytes, onOutput: context.onOutput });
  let scan: SpoolScan | null = null;
  let stopped = false;
  let bound: string | null = null;
  let stopTimer = clock.setTimer(LOOK_MS, () => void look().catch(() => {}));
  const scanOf = (): SpoolScan => {
    scan ??= createSpoolScan(spool, context.redactor);
    return scan;
  };
  async function look(): Promise<void> {
    if (context.onOutput !== undefined) head.advance();
    const { size } = statSync(spool);
    if (size >= maxSpoolBytes) end("flood");
    bound ??= prepared.overBound?.() ?? null;
    if (bound !== null) end("bound");
    const busy =
      size > maxBytes &&
      (await scanOf()
        .advance()
        .catch(() => false));
    if (!stopped)
      stopTimer = clock.setTimer(busy ? BUSY_LOOK_MS : LOOK_MS, () => void look().catch(() => {}));
  }
  return {
    head,
    scan: scanOf,
    bound: () => bound,
    stop() {
      stopped = true;
      stopTimer();
    },
    close() {
      reader.close();
      scan?.close();
    },
  };
}
