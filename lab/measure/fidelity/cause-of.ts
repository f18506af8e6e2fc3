/** Why a command did something else through us, from what the product itself says of it. */
import type { OurRun } from "./our-world.ts";

export function causeOf({ code, report }: OurRun, filesDiffer: boolean): string {
  if (code !== undefined) return `the call ended with ${code}`;
  const state = report?.landing?.state;
  if (state !== undefined && state !== "landed") return `its changes did not land (${state})`;
  if ((report?.takenBack?.length ?? 0) > 0) return "files that a rule closes were put back";
  const [wall] = report?.walls ?? [];
  if (wall !== undefined) return `met a wall that was told (${wall.kind})`;
  if ((report?.likelyRefused.length ?? 0) > 0) return "met a wall that was told";
  return filesDiffer ? "other files" : "another exit code";
}
