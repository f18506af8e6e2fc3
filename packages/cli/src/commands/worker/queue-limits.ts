/** Reads a worker's options into limits that hold for all workers. */
import type { EngineLimits } from "@toolplane/library/rooms/fleet";
import { CliError } from "../../command/cli-error.ts";
import type { CommandArguments } from "../../command/command.ts";

const MOST = 100_000;

export function queueLimits(given: CommandArguments): EngineLimits {
  const limits = new Map<string, EngineLimits[string]>();
  for (const [option, name] of [
    ["limit", "concurrency"],
    ["rate", "perSecond"],
  ] as const)
    for (const text of given.list(option)) {
      const [queue = "", number = ""] = text.split(/=(.*)/s);
      const value = Number(number);
      if (queue === "" || number === "" || !Number.isInteger(value) || value < 0 || value > MOST)
        throw new CliError(`--${option} ${text} is not QUEUE=NUMBER.`, {
          next: [
            `toolplane worker --${option} slow=2   for the queue slow; 0 takes the limit away.`,
          ],
        });
      limits.set(queue, { ...limits.get(queue), [name]: value });
    }
  return Object.fromEntries(limits);
}
