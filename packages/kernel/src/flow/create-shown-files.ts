/**
 * Files of the session's own folders that a rule gives a label, as a process would find them. Looking for them takes a walk, so what
 * was found is kept for a moment, and forgotten when the session itself may have made files.
 */
import type { Analyzer, FsTarget, LabelSource, Variables } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import type { Labeller } from "./create-labeller.ts";

const KEPT_MS = 1_000;
/** Of the folders that were too large to be looked through: what they hold is not known, so it counts as labelled. */
const UNKNOWN = "files that were not all looked at";

export interface ShownFiles {
  /** Labels of files below `tree`, or anywhere here without one, that `isShown` says the process finds. */
  labels(
    labeller: Labeller,
    isShown: (file: FsTarget) => boolean,
    tree?: string,
  ): readonly LabelSource[];
  /** Files may have been made since: look again. */
  forget(): void;
}

export function createShownFiles({
  analyzer,
  variables,
  nowMs,
}: {
  readonly analyzer: Pick<Analyzer, "named">;
  readonly variables: Variables;
  readonly nowMs: () => number;
}): ShownFiles {
  let kept: { readonly of: Labeller; readonly atMs: number; readonly found: Found } | null = null;
  const find = (labeller: Labeller): Found => {
    const atMs = nowMs();
    if (kept?.of !== labeller || atMs - kept.atMs > KEPT_MS)
      kept = { of: labeller, atMs, found: look(analyzer, variables, labeller) };
    return kept.found;
  };
  return {
    forget() {
      kept = null;
    },
    labels(labeller, isShown, tree) {
      const { files, complete } = find(labeller);
      const found = files.flatMap(({ file, labels }) =>
        (tree === undefined || posixPath.contains(tree, file.path)) && isShown(file) ? labels : [],
      );
      if (complete) return found;
      return [...found, ...labeller.labels.map((label) => ({ label, source: UNKNOWN }))];
    },
  };
}

interface Found {
  readonly files: readonly { readonly file: FsTarget; readonly labels: readonly LabelSource[] }[];
  readonly complete: boolean;
}

function look({ named }: Pick<Analyzer, "named">, variables: Variables, labeller: Labeller): Found {
  if (named === undefined) return { files: [], complete: true };
  const roots = [
    ...new Set([
      ...(variables.workspace ?? []),
      ...(variables.added ?? []),
      ...(variables["ad-hoc"] ?? []),
    ]),
  ];
  const listed = roots.map((root) => {
    try {
      return named(root, (path) => labeller.mayMean(path));
    } catch {
      return { paths: [], complete: false };
    }
  });
  const files = listed.flatMap(({ paths }) =>
    paths.flatMap((path) => {
      const file = { capability: "fs.read", path, real: path } as const;
      const labels = labeller.labelsOf(file, { id: "" });
      return labels.length === 0 ? [] : [{ file, labels }];
    }),
  );
  return { files, complete: listed.every(({ complete }) => complete) };
}
