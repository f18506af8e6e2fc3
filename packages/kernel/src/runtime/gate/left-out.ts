/**
 * Files with keys or passwords in the folders that a looking command searches (`grep -r`, `rg`). It names none of them, and its output goes to
 * a model as it is, so they are left out and it is told which. A command that does more than look sees them: what it works with is its own.
 */

import type { Confinement } from "@toolplane/contract";
import { escapeGlob, isWithin } from "@toolplane/readings";
import type { CallState } from "../../call/call-state.ts";
import { askByName } from "../../judge/ask-by-name.ts";
import { evaluatePolicies } from "../../judge/evaluate-policies.ts";

/** Absolute paths. */
export type LeftOut = readonly string[];

export async function leftOut(call: CallState): Promise<LeftOut> {
  const { session, footprint, approved } = call;
  const { analyzer, policies } = session;
  const { named } = policies.base;
  const trees = (footprint?.resources ?? []).flatMap((one) =>
    one.capability === "fs.read" && one.tree === true && one.names !== true && !one.history
      ? [one.real]
      : [],
  );
  if (trees.length === 0 || named.rules.length === 0 || !analyzer.named) return [];
  const found = new Set<string>();
  for (const tree of trees) {
    const { paths } = await analyzer.named(tree, named.isMeant);
    for (const path of paths) if (isWithin(path, tree)) found.add(path);
  }
  return [...found].filter((path) => {
    const file = { capability: "fs.read", path, real: path } as const;
    const isNamed = approved.some((one) => one.capability === "fs.read" && one.real === path);
    const ruled = evaluatePolicies(policies, { ...file, via: "operand" }, { id: "" });
    return !isNamed && ruled.action !== "deny" && askByName(session, file, ruled) !== null;
  });
}

/** A confinement without these files. */
export function withoutFiles(confinement: Confinement, left: LeftOut): Confinement {
  if (left.length === 0) return confinement;
  const { read } = confinement;
  const masks = left.map(
    (path) => ({ pattern: escapeGlob(path), except: [], action: "ask", folded: false }) as const,
  );
  return { ...confinement, read: { ...read, masks: [...read.masks, ...masks] } };
}
