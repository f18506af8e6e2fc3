import { isToolError } from "@toolplane/contract";
import type { CommandContext } from "../../command/command.ts";
import { pause } from "../../serving/pause.ts";

const PAUSE_MS = 2_000;

/** A worker that starts while the database is away waits for it, as one does that is at work. */
export async function untilThere<T>(
  { signal, terminal }: Pick<CommandContext, "signal" | "terminal">,
  open: () => Promise<T>,
): Promise<T> {
  for (let said = ""; ; ) {
    try {
      return await open();
    } catch (error) {
      if (signal.aborted || !isToolError(error) || error.code !== "unavailable") throw error;
      if (error.message !== said) terminal.note(`Waits: ${error.message}`);
      said = error.message;
    }
    await pause(PAUSE_MS, signal);
  }
}
