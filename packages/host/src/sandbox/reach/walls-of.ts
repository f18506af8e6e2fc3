import { likelyRefused, type Walls } from "../backend/likely-refused.ts";
import type { SandboxRequest } from "../backend/sandbox.ts";
import { likelyWrites } from "../bound/likely-writes.ts";
import type { Shown } from "./show-reach.ts";

/** Reads the walls that a command met from what it printed. */
export function wallsOf(
  request: SandboxRequest,
  { held }: Pick<Shown, "held">,
  where: Pick<Walls, "visible" | "worthNaming">,
): (output: string) => readonly string[] {
  const { cwd } = request;
  const offline = request.confinement.network.access === "none";
  return (output) => {
    const walls = likelyRefused(output, { ...where, cwd, held, offline });
    return request.outputs === undefined ? walls : likelyWrites(walls, { output, cwd });
  };
}
