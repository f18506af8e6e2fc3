import { likelyRefused, type Walls } from "../backend/likely-refused.ts";
import type { SandboxedCommand, SandboxRequest } from "../backend/sandbox.ts";
import type { Shown } from "./show-reach.ts";

/** Facts about a command, known from the files that it was shown, whichever program puts them there. */
export function commandFacts(
  request: SandboxRequest,
  shown: Shown,
  { visible, home }: { readonly visible: readonly string[]; readonly home: string },
): Pick<SandboxedCommand, "masks" | "writesOutside" | "overBound" | "release" | "likelyRefused"> {
  const { masks, writesOutside, overBound } = shown;
  return {
    ...(masks === undefined ? {} : { masks }),
    ...(writesOutside === true ? { writesOutside } : {}),
    ...(overBound === undefined ? {} : { overBound }),
    release: async () => shown.release(),
    likelyRefused: wallsOf(request, shown, {
      visible: [...visible, ...shown.starts],
      worthNaming: [home],
    }),
  };
}

/** Reads the walls that a command met from what it printed. */
function wallsOf(
  request: SandboxRequest,
  { held }: Pick<Shown, "held">,
  where: Pick<Walls, "visible" | "worthNaming">,
): (output: string) => readonly string[] {
  const { cwd } = request;
  const { contained, network } = request.confinement;
  const offline = contained || network.access === "none";
  return (output) => likelyRefused(output, { ...where, cwd, held, offline });
}
