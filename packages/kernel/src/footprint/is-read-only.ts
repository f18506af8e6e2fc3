/** Whether a call is no more than reads: then it needs no write-ahead intent, and one batched row is all it costs. */
import type { Footprint } from "@toolplane/contract";

/** True when nothing in the footprint can change anything. What is not understood can. */
export function isReadOnly(
  footprint: Footprint,
  options: { readonly toolReads: boolean },
): boolean {
  return footprint.resources.every((resource) => {
    switch (resource.capability) {
      case "fs.read":
      case "env":
        return true;
      case "shell.run":
        return resource.unit.effect === "read";
      case "named":
        return options.toolReads;
      case "net.fetch":
        return options.toolReads && (resource.method ?? "GET") === "GET";
      default:
        return false;
    }
  });
}
