// Which commands of real sessions want a network, by their words, and which of these install what a lock file names.
import { readLines } from "../shell/read-lines.ts";
import { wantingParts } from "./wants-of.ts";

export function coveredShare(data: string): Readonly<Record<string, number>> {
  let network = 0;
  let installs = 0;
  let covered = 0;
  for (const { command } of readLines<{ readonly command: string }>(data, "commands.jsonl")) {
    const wanting = wantingParts(command);
    if (wanting.length === 0) continue;
    network += 1;
    if (wanting.some(({ installs: one }) => one)) installs += 1;
    if (wanting.every(({ lockable }) => lockable)) covered += 1;
  }
  const share = network === 0 ? 0 : Math.round((covered / network) * 1_000) / 1_000;
  return { network_commands: network, installs, covered, covered_share: share };
}
