import type { Target } from "@toolplane/contract";

/**
 * True where a resource lies somewhere, so that it can lie outside of what is reached: a file or a host. What the session serves
 * lies inside it.
 */
export function isPlace(target: Target): boolean {
  const { capability } = target;
  if (capability === "net.fetch") return target.served !== true;
  return capability === "fs.read" || capability === "fs.write";
}
