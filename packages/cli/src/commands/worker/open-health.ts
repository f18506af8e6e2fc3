/**
 * Opens the port on which a supervisor asks after a worker. It is the first thing that a worker opens: one that waits for its database
 * lives, and is not to be started again for that.
 */
import type { Engine } from "@toolplane/contract/ports";
import { serveHealth } from "@toolplane/library/rooms/fleet";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { listenFault } from "../../serving/listen-fault.ts";

export interface WorkerHealth {
  readonly port: number;
  /** From now on it is ready while this worker's lease is held and it does not drain. */
  follow(engine: Pick<Engine, "show">, worker: string | undefined): void;
  close(): void;
}

/** Null without `--health`. */
export async function openHealth({
  arguments: given,
}: Pick<CommandContext, "arguments">): Promise<WorkerHealth | null> {
  const port = given.number("health");
  if (port === undefined) return null;
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new CliError("--health must be a port.");
  let isReady = async (): Promise<boolean> => false;
  try {
    const health = await serveHealth(port, () => isReady());
    return {
      ...health,
      follow(engine, worker) {
        isReady = async () => {
          const { workers } = await engine.show();
          // Not by its name: another may have taken that since.
          return workers.some((one) => one.worker === worker && one.isHeld && !one.isDraining);
        };
      },
    };
  } catch (error) {
    const asked = { address: "127.0.0.1", port, command: "worker", option: "health" };
    throw listenFault(error, asked);
  }
}
