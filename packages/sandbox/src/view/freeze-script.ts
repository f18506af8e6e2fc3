/**
 * Ends writing in a view, by the kernel. A process that runs on beside a command can have been handed a descriptor of its view,
 * and what lands is moved, not copied: through that descriptor it would then write into the workspace itself. A read-only view
 * refuses every write; and it does not become read-only while a process holds something of it open for writing.
 */
import type { ViewPrograms } from "./launch-in-views.ts";

const SCRIPT =
  'mount=$1; how=$2; shift 2; for folder do "$mount" -i -o remount,"$how" "$folder" || exit 1; done';

/**
 * To be run where the views are mounted, by the folders that they are mounted on; its status says whether all of them gave way.
 */
export function freezeViews(
  { sh, mount }: Pick<ViewPrograms, "sh" | "mount">,
  merged: readonly string[],
): readonly string[] {
  return [sh, "-c", SCRIPT, "sh", mount, "ro", ...merged];
}

/** Lets them be written again. A view then shows what its layers hold by now: what it remembered of names that nobody uses goes. */
export function thawViews(
  { sh, mount }: Pick<ViewPrograms, "sh" | "mount">,
  merged: readonly string[],
): readonly string[] {
  return [sh, "-c", SCRIPT, "sh", mount, "rw", ...merged];
}
