import type { SchemaFault } from "./interpreted/document/schema-engine.ts";

/**
 * Picks the faults to report in place of a failed `anyOf` or `oneOf`: those of the branch that the value comes nearest
 * to. A value of the wrong type does not belong to a branch, and neither does one whose fixed value (the tag of a
 * union) differs; both weigh more than any number of small mistakes. Branches that each want another plain type are
 * reported together: "must be string or null".
 */
export function chooseBranch(fault: SchemaFault): readonly SchemaFault[] {
  const branches = fault.branches?.filter((branch) => branch.length > 0) ?? [];
  if (branches.length === 0) {
    return [fault];
  }
  const together = joinAlternatives(fault, branches);
  if (together !== undefined) {
    return [together];
  }
  const weighed = branches.map((branch) => ({ branch, weight: weigh(branch, fault.path) }));
  const best = weighed.reduce((left, right) => (right.weight < left.weight ? right : left));
  return best.branch.flatMap(chooseBranch);
}

function weigh(branch: readonly SchemaFault[], path: string): number {
  return branch.reduce((sum, fault) => sum + weighFault(fault, path), 0);
}

function weighFault(fault: SchemaFault, path: string): number {
  if (fault.path === path && fault.keyword === "type") {
    return 1_000;
  }
  if (fault.keyword === "const") {
    return 100;
  }
  return fault.keyword === "enum" ? 10 : 1;
}

const PREFIX = "must be ";

function joinAlternatives(
  fault: SchemaFault,
  branches: readonly (readonly SchemaFault[])[],
): SchemaFault | undefined {
  const wanted = branches.map((branch) => {
    const [only, ...others] = branch;
    const isPlain =
      only !== undefined &&
      others.length === 0 &&
      only.path === fault.path &&
      ["type", "const", "enum"].includes(only.keyword);
    return isPlain ? only.message.slice(PREFIX.length) : undefined;
  });
  if (wanted.includes(undefined)) {
    return undefined;
  }
  const message = PREFIX + [...new Set(wanted)].join(" or ");
  return { path: fault.path, keyword: fault.keyword, message };
}
