/**
 * A confinement as a view enforces it. What a command writes into a view is no change yet: it is judged when it lands, and what
 * asks is asked there. So only what is denied is read-only from the start, and what steers git, so that a program gets its
 * error at once and where it happens.
 */
import type { Confinement, Mask } from "@toolplane/contract";
import { escapeGlob } from "@toolplane/readings";

/** The confinement of a command that runs on views of these roots. Outside them nothing is judged later, so nothing is opened. */
export function viewConfinement(confinement: Confinement, roots: readonly string[]): Confinement {
  const { write } = confinement;
  const inViews = roots.map((root) => `${escapeGlob(root)}/**`);
  const masks = write.masks.map((mask) =>
    mask.action === "deny" || steersGit(mask)
      ? mask
      : { ...mask, except: [...mask.except, ...inViews] },
  );
  return { ...confinement, write: { ...write, masks } };
}

/** The confinement of a dry run: nothing leaves, and what is no view it can only read. */
export function dryConfinement(confinement: Confinement): Confinement {
  const network = { access: "none", reach: [], masks: [], opened: [] } as const;
  return { ...confinement, network, contained: true };
}

/** The confinement of a command that is known only to read: it can write nothing but its scratch folder. */
export function readingConfinement(confinement: Confinement): Confinement {
  return { ...confinement, write: { reach: [[]], masks: [], opened: [] } };
}

function steersGit({ pattern }: Mask): boolean {
  return /\/(?:\.git|git~1)\//.test(pattern);
}
