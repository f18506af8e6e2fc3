/**
 * The descriptor that a path means (`/dev/stdin`, `/dev/fd/3`, `/proc/self/fd/3`); null for any other. A program that is told to run
 * such a file runs what stands in the line or comes through a pipe, and no script that somebody has.
 */
export function streamNumber(path: string): number | null {
  const plain = path.replace(/\/+(?:\.\/+)*/g, "/");
  if (plain === "/dev/stdin") return 0;
  const found = /^\/(?:dev|proc\/[^/]+|proc\/[^/]+\/task\/[^/]+)\/fd\/(\d+)$/.exec(plain)?.[1];
  return found === undefined ? null : Number(found);
}
