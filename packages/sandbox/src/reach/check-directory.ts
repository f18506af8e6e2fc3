import { ToolError } from "@toolplane/contract";
import { toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { ConfinementReading } from "../plan/reading/confinement-reading.ts";

/** Refuses to start a command where it could see nothing. */
export function checkDirectory(
  cwd: string,
  {
    reading,
    visible,
  }: { readonly reading: ConfinementReading; readonly visible: readonly string[] },
): void {
  const path = toBytePath(cwd);
  if (reading.level(path) > 0 || visible.some((tree) => isWithin(path, tree))) return;
  throw new ToolError(
    "permission_denied",
    `The command cannot run in ${cwd}: that folder is outside what it may read. Choose a folder inside the workspace.`,
  );
}
