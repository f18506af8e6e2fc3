/**
 * A confinement as a view enforces it. What a command writes into a view is no change yet: it is judged when it lands, and what
 * asks is asked there. So only what is denied is read-only from the start, and what steers git, so that a program gets its
 * error at once and where it happens.
 */
import type { Confinement, Mask } from "@toolplane/contract";

/** The confinement of a command that runs on a view. */
export function viewConfinement(confinement: Confinement): Confinement {
  const { write } = confinement;
  const masks = write.masks.filter((mask) => mask.action === "deny" || steersGit(mask));
  return { ...confinement, write: { ...write, masks } };
}

/** The confinement of a command that is known only to read: it can write nothing but its scratch folder. */
export function readingConfinement(confinement: Confinement): Confinement {
  return { ...confinement, write: { reach: [[]], masks: [], opened: [] } };
}

function steersGit({ pattern }: Mask): boolean {
  return /\/(?:\.git|git~1)\//.test(pattern);
}
