/** Takes away what killed workers left in --clones: when a worker starts, and from time to time. */
import type { GitPlaces } from "@toolplane/library/rooms/fleet";
import { formatPlural } from "@toolplane/readings";
import type { CommandContext } from "../../command/command.ts";
import { sayWarning } from "../../terminal/say-warning.ts";

const EVERY_MS = 600_000;

/** Gives how to stop. */
export function sweepOften(
  { terminal }: Pick<CommandContext, "terminal">,
  { sweep }: Pick<GitPlaces, "sweep">,
): () => void {
  const ends = new AbortController();
  let isSweeping = false;
  const now = async (): Promise<void> => {
    if (isSweeping) return;
    isSweeping = true;
    try {
      const count = await sweep(ends.signal);
      if (count > 0)
        terminal.note(`Removed ${formatPlural(count, "folder")} that killed workers left.`);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (!ends.signal.aborted) sayWarning(terminal, `What killed workers left stays: ${why}`);
    } finally {
      isSweeping = false;
    }
  };
  void now();
  const timer = setInterval(() => void now(), EVERY_MS);
  timer.unref();
  return () => {
    ends.abort();
    clearInterval(timer);
  };
}
