/** Opinions that no rule takes away: what stays asked about a command or a protected path, whatever is allowed. */
import type { Opinion } from "@toolplane/contract";
import { type ProtectedPlaces, protectedPathReason } from "../policy/protected/protected-paths.ts";
import { isOwn } from "../resource/is-own.ts";
import type { FsResource, JudgedResource, ResourceView } from "./resource-view.ts";

export function addFloors(
  { view, resource, index, finding }: JudgedResource & { readonly view: ResourceView },
  opinions: Opinion[],
): void {
  const literalAllow = finding.action === "allow" && finding.literal;
  if (resource.capability === "shell.run") {
    for (const { floor, reason } of resource.unit.floors ?? []) {
      // A rule names words, so it can name an option that runs a program, but never a variable or a hidden character.
      if (literalAllow && floor === "F1") continue;
      opinions.push({
        judge: "floor",
        action: "ask",
        hard: floor === "F3" || !view.sandboxed,
        reason,
        resource: index,
      });
    }
    return;
  }
  if (resource.capability !== "fs.write" || literalAllow) return;
  const reason = protectedReason(resource, view.places);
  if (reason) opinions.push({ judge: "floor", action: "ask", hard: true, reason, resource: index });
  else if (resource.tree && !resource.entries?.complete)
    opinions.push({
      judge: "floor",
      action: "ask",
      hard: isOwn(resource) || !view.lands,
      reason: "It changes a whole tree that could not be listed.",
      resource: index,
    });
}

function protectedReason(resource: FsResource, places: ProtectedPlaces): string | null {
  const own =
    protectedPathReason(resource.path, places) ?? protectedPathReason(resource.real, places);
  if (own || !resource.tree) return own;
  for (const path of resource.entries?.paths ?? []) {
    const reason = protectedPathReason(path, places);
    if (reason) return reason;
  }
  return null;
}
