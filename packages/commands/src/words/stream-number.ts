import { posixPath } from "@toolplane/readings";

/** Where the line may stand; null when nobody knows. */
interface Standing {
  readonly where: { readonly now: readonly { readonly real: string }[] | null };
}

/** Knows where links lead. */
interface Looking {
  readonly world: { readonly linked?: (path: string, until: (path: string) => boolean) => string };
}

/**
 * The descriptor that a path means (`/dev/stdin`, `/dev/fd/3`, `/proc/self/fd/3`), by its text or by links that are there; null for
 * any other. A program that is told to run such a file runs what stands in the line or comes through a pipe, and no script that
 * somebody has.
 */
export function streamOf({ world }: Looking, path: string, { where }: Standing): number | null {
  const starts = path.startsWith("/") ? ["/"] : (where.now ?? []).map(({ real }) => real);
  for (const start of starts) {
    const plain = posixPath.normalize(path, start);
    const found = numberOf(plain) ?? numberOf(world.linked?.(plain, isStream) ?? "");
    if (found !== null) return found;
  }
  return null;
}

const DESCRIPTOR = /^\/(?:dev|proc\/[^/]+|proc\/[^/]+\/task\/[^/]+)\/fd\/(\d+)$/;

function isStream(path: string): boolean {
  return numberOf(path) !== null;
}

function numberOf(path: string): number | null {
  if (path === "/dev/stdin") return 0;
  const [, found] = DESCRIPTOR.exec(path) ?? [];
  return found === undefined ? null : Number(found);
}
