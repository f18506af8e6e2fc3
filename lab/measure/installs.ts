// How much of what agents want a network for a lock file could cover, and how many of twenty lock files are installed unasked.
import { bounded } from "./gitignore/bounded.ts";
import { coveredShare } from "./installs/covered-share.ts";
import { unaskedShare } from "./installs/unasked-share.ts";

export async function measure(options: {
  readonly data: string;
  /** So many of the lock files. */
  readonly limit?: number;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = bounded(options.print ?? console.log);
  const { limit } = options;
  return {
    ...coveredShare(options.data),
    ...(await unaskedShare({ print, ...(limit === undefined ? {} : { limit }) })),
  };
}
