import type { SessionManifest } from "@toolplane/contract";

export function workspaceOf({ variables }: SessionManifest): string | null {
  return variables?.workspace?.[0] ?? null;
}
