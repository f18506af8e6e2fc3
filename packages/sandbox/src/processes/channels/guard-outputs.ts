/** Says when what a program may write has passed its bound, for as long as it runs. */
import type { SandboxedCommand } from "../../backend/sandbox.ts";
import { watchOutputs } from "../output/watch-outputs.ts";
import type { CommandParts } from "../session/command-parts.ts";

export interface GuardOutputs {
  readonly parts: Pick<CommandParts, "clock" | "maxBackgroundBytes">;
  readonly writes: readonly string[];
  readonly prepared: Pick<SandboxedCommand, "overBound">;
  /** Told once, with a sentence. */
  readonly onOver: (reason: string) => void;
}

const LOOK_MS = 1_000;

/** Looks until the returned function is called. */
export function guardOutputs({ parts, writes, prepared, onOver }: GuardOutputs): () => void {
  const { clock, maxBackgroundBytes: maxBytes } = parts;
  if (writes.length === 0) return () => {};
  let stopTimer = (): void => {};
  const stop = (): void => {
    stopTimer();
    unwatch();
  };
  const over = (reason: string): void => {
    stop();
    onOver(reason);
  };
  const unwatch = watchOutputs({
    paths: writes,
    maxBytes,
    clock,
    onOver: () => over(`What it may write grew by more than ${maxBytes} bytes.`),
  });
  const look = (): void => {
    const reason = prepared.overBound?.() ?? null;
    if (reason !== null) over(`It was ended: ${reason}.`);
    else stopTimer = clock.setTimer(LOOK_MS, look);
  };
  stopTimer = clock.setTimer(LOOK_MS, look);
  return stop;
}
