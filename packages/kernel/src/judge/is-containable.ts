import type { Footprint } from "@toolplane/contract";
import { kindOf } from "../resource/kinds.ts";

/** True for a call that starts processes and predicts no connection: a sandbox can hold all of it. */
export function isContainable({ resources }: Footprint): boolean {
  let starts = false;
  for (const resource of resources) {
    const reaches = kindOf(resource).reaches(resource);
    if (reaches === "network") return false;
    if (reaches === "process") starts = true;
  }
  return starts;
}
