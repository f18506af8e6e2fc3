// How much of what agents want a network for a lock file could cover.
import { coveredShare } from "./installs/covered-share.ts";

export async function measure(options: {
  readonly data: string;
}): Promise<Readonly<Record<string, unknown>>> {
  return coveredShare(options.data);
}
