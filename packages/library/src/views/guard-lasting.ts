/**
 * Asks, where no view can be held, about a call whose effects could not be taken back once a check is red: what leaves the machine,
 * installed packages, git's own folder, what runs on when the turn is over, and every command that is not known only to read in a
 * project of which not all can be kept.
 */
import type { Resource, ShellUnit } from "@toolplane/contract";
import type { Guard } from "@toolplane/kernel";
import { isWithin } from "@toolplane/readings";
import type { ProjectLooks } from "./project-looks.ts";
import { INSIDE } from "./watched-calls.ts";

/** Bounded only where it runs in a view: else what it writes comes after the check. */
const RUNS_ON = "background";

const LOOKS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

export function guardLasting({
  looks,
  roots,
}: {
  readonly looks: Pick<ProjectLooks, "notKept">;
  /** Folders of the workspace. */
  readonly roots: readonly string[];
}): Guard {
  return async ({ tool, server, mode, resources }) => {
    if (mode === "read" || INSIDE.has(tool)) return { action: "allow" };
    if (server !== null) return asks(`The server ${server} works outside of the project`);
    const units = resources.flatMap((one) => (one.capability === "shell.run" ? [one.unit] : []));
    if (tool === RUNS_ON && units.length > 0) return asks("It runs on when the check has ended");
    for (const one of resources) {
      const why = await lastingOf(one, roots);
      if (why !== null) return asks(why);
    }
    const mayWrite =
      units.some(({ effect }) => effect !== "read") ||
      resources.some(({ capability }) => capability === "opaque");
    const left = mayWrite ? await looks.notKept() : null;
    return left === null
      ? { action: "allow" }
      : asks(`Not all that it may change is kept from before: ${left}`);
  };
}

function asks(why: string) {
  return {
    action: "ask",
    reason: `${why}: if what is required does not pass afterwards, this cannot be taken back.`,
  } as const;
}

async function lastingOf(one: Resource, roots: readonly string[]): Promise<string | null> {
  if (one.capability === "shell.run") return lastingUnit(one.unit);
  // What a file tool writes is kept wherever it lies.
  const root =
    one.capability === "fs.write" && one.via !== "argument"
      ? roots.find((folder) => isWithin(one.real, folder))
      : undefined;
  if (one.capability === "fs.write" && root !== undefined) {
    const { bulkyFolder } = await import("@toolplane/host");
    const folder = bulkyFolder(one.real.slice(root.length));
    return folder === null ? null : `It writes below ${folder.slice(1)}`;
  }
  if (one.capability !== "net.fetch") return null;
  const sends = one.method !== undefined && !LOOKS.has(one.method);
  return sends ? `It sends to ${one.host}` : null;
}

function lastingUnit({ argv, effect, text }: ShellUnit): string | null {
  if (effect === "send") return `${text} gives something away`;
  if (effect === "install") return `${text} installs packages`;
  const [program] = argv;
  const isGit = program === "git" || (typeof program === "string" && program.endsWith("/git"));
  return isGit && effect !== "read" ? `${text} may write what git keeps` : null;
}
