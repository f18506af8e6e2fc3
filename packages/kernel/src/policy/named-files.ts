/**
 * The rules with `when: "named"`. They stand beside the others, so that no confinement hides what they match: a command that finds such a
 * file without naming it sees it. Whatever other rule is about the file takes their place.
 */
import type { FsTarget } from "@toolplane/contract";
import { judgeFile } from "./judge-file.ts";
import type { CompiledRule } from "./rule/compiled-rule.ts";
import { type FoldedPath, foldPath, pathFilter } from "./rule/path-filter.ts";
import type { RuleFinding } from "./rule-finding.ts";
import { createSpecificityOrder } from "./specificity-order.ts";

export interface NamedFiles {
  readonly rules: readonly CompiledRule[];
  /** False where no rule can mean a file of this path; the same function each time, as a host keeps by it what it found. */
  readonly isMeant: (path: string) => boolean;
  /** The same of both its names. */
  mayMean(file: FsTarget): boolean;
  /** The rule that asks about a file, if nothing else speaks of it; null where none does. */
  asks(file: FsTarget, found: Pick<RuleFinding, "winner">): CompiledRule | null;
}

export function createNamedFiles(rules: readonly CompiledRule[]): NamedFiles {
  const order = createSpecificityOrder(rules.length);
  let filters: readonly ((path: FoldedPath) => boolean)[] | null = null;
  const isMeant = (path: string): boolean => {
    filters ??= rules.map(pathFilter);
    const folded = foldPath(path);
    return filters.some((mayMatch) => mayMatch(folded));
  };
  const mayMean = ({ capability, path, real }: FsTarget): boolean =>
    rules.length > 0 &&
    capability === "fs.read" &&
    (isMeant(path) || (real !== path && isMeant(real)));
  return {
    rules,
    isMeant,
    mayMean,
    asks({ capability, path, real, ...file }, { winner }) {
      const target = { capability, path, real } as const;
      const isUnruled =
        winner === null || (winner.scope === "default" && winner.action === "allow");
      if (file.names === true || !isUnruled || !mayMean(target)) return null;
      // The root of a search is named like any file; what lies below it is not.
      const found = judgeFile({ rules, order }, target);
      return found.action === "ask" ? found.winner : null;
    },
  };
}
