import type { Resource } from "@toolplane/contract";

/** Arguments and simple commands belong to the tool; redirects, operands and destinations to the process it starts. */
export function isOwn({ via }: Pick<Resource, "via">): boolean {
  return via === "argument" || via === "unit";
}
