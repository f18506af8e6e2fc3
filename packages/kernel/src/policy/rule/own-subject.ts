import { isCapability } from "../../resource/capabilities.ts";
import type { SubjectKind } from "../../resource/kind.ts";
import { KINDS } from "../../resource/kinds.ts";

/** The one kind of subject that patterns of this permission are about; null where a pattern is read as every kind it can be. */
export function ownSubject(permission: string): SubjectKind | null {
  // The tool that runs command lines: braces and dots in its patterns are text.
  if (permission === "bash") return "argv";
  return isCapability(permission) ? KINDS[permission].subject : null;
}
