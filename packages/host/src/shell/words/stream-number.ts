import { posixPath } from "@toolplane/readings";

/** Where the line may stand; null when nobody knows. */
interface Standing {
  readonly where: { readonly now: readonly { readonly real: string }[] | null };
}

/**
 * The descriptor that a path means (`/dev/stdin`, `/dev/fd/3`, `/proc/self/fd/3`); null for any other. A program that is told to run
 * such a file runs what stands in the line or comes through a pipe, and no script that somebody has.
 */
export function streamNumber(path: string, { where }: Standing): number | null {
  const starts = path.startsWith("/") ? ["/"] : (where.now ?? []).map(({ real }) => real);
  for (const start of starts) {
    const plain = posixPath.normalize(path, start);
    if (plain === "/dev/stdin") return 0;
    const [, found] = DESCRIPTOR.exec(plain) ?? [];
    if (found !== undefined) return Number(found);
  }
  return null;
}

const DESCRIPTOR = /^\/(?:dev|proc\/[^/]+|proc\/[^/]+\/task\/[^/]+)\/fd\/(\d+)$/;
