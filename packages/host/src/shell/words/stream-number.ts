import { posixPath } from "@toolplane/readings";
import type { Scope } from "../line/command-context.ts";

/**
 * The descriptor that a path means (`/dev/stdin`, `/dev/fd/3`, `/proc/self/fd/3`); null for any other. A program that is told to run
 * such a file runs what stands in the line or comes through a pipe, and no script that somebody has.
 */
export function streamNumber(path: string, { where }: Pick<Scope, "where">): number | null {
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
