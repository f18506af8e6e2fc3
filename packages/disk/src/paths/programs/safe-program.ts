import { realpathSync } from "node:fs";
import { isWithin } from "@toolplane/readings";
import { canRun } from "./can-run.ts";

/**
 * The real path of a program that the host itself may run: with its privileges none may lie where a tool can write. Null for such
 * a one, and where there is none.
 */
export function safeProgram(file: string, reserved: readonly string[]): string | null {
  if (!canRun(file)) return null;
  try {
    const real = realpathSync(file);
    return reserved.some((place) => isWithin(real, place)) ? null : real;
  } catch {
    return null;
  }
}
