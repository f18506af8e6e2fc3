import { hasHidden } from "@toolplane/readings";

/** A name that a model may be shown: none that says something which no person sees, and not the one that is no name here. */
export function isMemberName(name: string): boolean {
  return name !== "__proto__" && !hasHidden(name);
}
