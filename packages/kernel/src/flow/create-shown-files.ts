/**
 * Files of the session's own folders that a rule gives a label, as a process would find them. Looking for them takes a walk, so what
 * was found is kept for a moment, and forgotten when the session itself may have made files.
 */
import type { Confinement, FsTarget, LabelSource, Variables } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
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
  ): Promise<readonly LabelSource[]>;
  /** Says which files a process of this confinement finds; prepared once, as most commands of a session have the same. */
  finds(confinement: Confinement): (file: FsTarget) => boolean;
  /** Files may have been made since: look again. */
  forget(): void;
}

export function createShownFiles({
  analyzer,
  variables,
  nowMs,
  compile,
}: {
  readonly analyzer: Pick<Analyzer, "named">;
  readonly variables: Variables;
  readonly nowMs: () => number;
  readonly compile: (confinement: Confinement) => { permits(file: FsTarget): boolean };
}): ShownFiles {
  let kept: Kept | null = null;
  let lately: { readonly key: string; readonly permits: (file: FsTarget) => boolean } | null = null;
  const find = (labeller: Labeller): Promise<Found> => {
    const atMs = nowMs();
    if (kept?.of !== labeller || atMs - kept.atMs > KEPT_MS)
      kept = { of: labeller, atMs, found: look(analyzer, variables, labeller) };
    return kept.found;
  };
  const prepared = (confinement: Confinement): ((file: FsTarget) => boolean) => {
    const key = JSON.stringify(confinement);
    if (lately?.key !== key) lately = { key, permits: compile(confinement).permits };
    return lately.permits;
  };
  return {
    finds(confinement) {
      let permits: ((file: FsTarget) => boolean) | null = null;
      return (file) => {
        // Only when the first file is asked about: most workspaces hold none.
        permits ??= prepared(confinement);
        return permits(file);
      };
    },
    forget() {
      kept = null;
    },
    async labels(labeller, isShown, tree) {
      const { files, complete } = await find(labeller);
      const found = files.flatMap(({ file, labels }) =>
        (tree === undefined || isWithin(file.path, tree)) && isShown(file) ? labels : [],
      );
      if (complete) return found;
      return [...found, ...labeller.labels.map((label) => ({ label, source: UNKNOWN }))];
    },
  };
}

interface Kept {
  readonly of: Labeller;
  readonly atMs: number;
  readonly found: Promise<Found>;
}

interface Found {
  readonly files: readonly { readonly file: FsTarget; readonly labels: readonly LabelSource[] }[];
  readonly complete: boolean;
}

async function look(
  { named }: Pick<Analyzer, "named">,
  variables: Variables,
  labeller: Labeller,
): Promise<Found> {
  if (named === undefined) return { files: [], complete: true };
  const roots = [
    ...new Set([
      ...(variables.workspace ?? []),
      ...(variables.added ?? []),
      ...(variables["ad-hoc"] ?? []),
    ]),
  ];
  // The same function each time: a host may keep by it what it found.
  const listed = await Promise.all(
    roots.map(async (root) => {
      try {
        return await named(root, labeller.mayMean);
      } catch {
        return { paths: [], complete: false };
      }
    }),
  );
  const files = listed.flatMap(({ paths }) =>
    paths.flatMap((path) => {
      const file = { capability: "fs.read", path, real: path } as const;
      const labels = labeller.labelsOf(file, { id: "" });
      return labels.length === 0 ? [] : [{ file, labels }];
    }),
  );
  return { files, complete: listed.every(({ complete }) => complete) };
}
