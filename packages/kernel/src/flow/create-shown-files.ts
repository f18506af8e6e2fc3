/**
 * Files of the session's own folders that carry a label, as a process would find them: by their names, by other names of the same file,
 * by what earlier calls wrote from them, and by what version control holds of them. Looking for them takes a walk, so what was found is
 * kept for a moment, and forgotten when the session itself may have made files.
 */
import type { Confinement, FsTarget, LabelSource, Variables } from "@toolplane/contract";
import { UNTRUSTED } from "@toolplane/contract";
import type { Analyzer, BroughtFiles, PrivateFile } from "@toolplane/contract/ports";
import { isWithin, posixPath } from "@toolplane/readings";
import type { Labeller } from "./create-labeller.ts";

const KEPT_MS = 1_000;
/** Of the folders that were too large to be looked through: what they hold is not known, so it counts as labelled. */
const UNKNOWN = "files that were not all looked at";
const UNKNOWN_HISTORY = "a history that was not all looked at";

export interface ShownFiles {
  /** Labels of files below `tree`, or anywhere here without one, that `isShown` says the process finds. */
  labels(
    labeller: Labeller,
    isShown: (file: FsTarget) => boolean,
    tree?: string,
  ): Promise<readonly LabelSource[]>;
  /** Labels of what version control holds below a path. */
  history(labeller: Labeller, path: string): Promise<readonly LabelSource[]>;
  /** Labels of names under which version control holds content. */
  storedLabels(
    labeller: Labeller,
    stored: { readonly paths: readonly string[]; readonly complete: boolean },
  ): readonly LabelSource[];
  /** Every file here that carries a label. */
  files(labeller: Labeller): Promise<readonly PrivateFile[]>;
  /** Says which files a process of this confinement finds; prepared once, as most commands of a session have the same. */
  finds(confinement: Confinement): (file: FsTarget) => boolean;
  /** Files may have been made since: look again. */
  forget(): void;
}

export interface ShownGround {
  readonly analyzer: Pick<Analyzer, "named" | "stored" | "path">;
  readonly brought: BroughtFiles | null;
  readonly variables: Variables;
  readonly nowMs: () => number;
  readonly compile: (confinement: Confinement) => { permits(file: FsTarget): boolean };
}

export function createShownFiles(ground: ShownGround): ShownFiles {
  const { nowMs, compile } = ground;
  let kept: Kept | null = null;
  let lately: { readonly key: string; readonly permits: (file: FsTarget) => boolean } | null = null;
  const find = (labeller: Labeller): Promise<Found> => {
    const atMs = nowMs();
    if (kept?.of !== labeller || atMs - kept.atMs > KEPT_MS)
      kept = { of: labeller, atMs, found: look(ground, labeller) };
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
      const { files, unknown } = await find(labeller);
      const found = files.flatMap(({ file, at, labels }) =>
        (tree === undefined || isWithin(at, tree)) &&
        isShown(asRead(at)) &&
        (file.history === true || isShown(file))
          ? labels
          : [],
      );
      return [...found, ...unknownLabels(labeller, unknown)];
    },
    async history(labeller, path) {
      const found = await storedBelow(ground, labeller, path);
      const names = (found?.files ?? []).map((file) => file.path);
      const paths = names.filter((name) => isWithin(name, path));
      return labelsOfStored(labeller, { paths, complete: found?.complete === true });
    },
    storedLabels: labelsOfStored,
    async files(labeller) {
      const { files } = await find(labeller);
      return files.map(({ file }) => ({ path: file.real, history: file.history === true }));
    },
  };
}

interface Kept {
  readonly of: Labeller;
  readonly atMs: number;
  readonly found: Promise<Found>;
}

interface Labelled {
  readonly file: FsTarget;
  /** Where a process finds it: the file, or where version control keeps it. */
  readonly at: string;
  readonly labels: readonly LabelSource[];
}

interface Found {
  readonly files: readonly Labelled[];
  /** All that was not wholly looked at. */
  readonly unknown: readonly string[];
}

function asRead(path: string, history?: true): FsTarget {
  return { capability: "fs.read", path, real: path, ...(history ? { history } : {}) };
}

function unknownLabels(labeller: Labeller, unknown: readonly string[]): readonly LabelSource[] {
  return unknown.flatMap((source) => labeller.labels.map((label) => ({ label, source })));
}

function labelsOfStored(
  labeller: Labeller,
  { paths, complete }: { readonly paths: readonly string[]; readonly complete: boolean },
): readonly LabelSource[] {
  const found = paths.flatMap((path) => labeller.labelsOf(asRead(path, true), { id: "" }));
  return complete ? found : [...found, ...unknownLabels(labeller, [UNKNOWN_HISTORY])];
}

async function look(ground: ShownGround, labeller: Labeller): Promise<Found> {
  const { variables } = ground;
  const roots = [
    ...new Set([
      ...(variables.workspace ?? []),
      ...(variables.added ?? []),
      ...(variables["ad-hoc"] ?? []),
    ]),
  ];
  const found = await Promise.all(roots.map((root) => lookIn(ground, labeller, root)));
  return {
    files: found.flatMap(({ files }) => files),
    unknown: [...new Set(found.flatMap(({ unknown }) => unknown))],
  };
}

async function lookIn(ground: ShownGround, labeller: Labeller, root: string): Promise<Found> {
  const { named } = ground.analyzer;
  if (named === undefined) return { files: [], unknown: [] };
  // The same function each time: a host may keep by it what it found.
  const listed = await orUnknown(() => named(root, labeller.mayMean));
  const history = await storedBelow(ground, labeller, root);
  const files = [...(listed?.paths ?? []), ...keptPaths(ground, root)].flatMap((path) =>
    labelledFile(ground, labeller, path),
  );
  const held = (history?.files ?? []).flatMap(({ path, root: repository }) => {
    const file = asRead(path, true);
    const labels = labeller.labelsOf(file, { id: "" });
    const at = posixPath.join(repository, ".git/objects");
    return labels.length === 0 ? [] : [{ file, at, labels }];
  });
  const unknown = [
    ...(listed?.complete === true ? [] : [UNKNOWN]),
    ...(history?.complete === true ? [] : [UNKNOWN_HISTORY]),
  ];
  return { files: [...files, ...held], unknown };
}

/** Once for each of its names: a process may be shown one of them only. */
function labelledFile(
  { analyzer }: ShownGround,
  labeller: Labeller,
  path: string,
): readonly Labelled[] {
  const file = asRead(path);
  const labels = labeller.labelsOf(file, { id: "" });
  return labels.length === 0
    ? []
    : [path, ...otherNames(analyzer, path)].map((at) => ({ file, at, labels }));
}

/** Other names of the same file: hard links of it, and links that lead to it. */
export function otherNames(
  { path: read }: Pick<Analyzer, "path">,
  path: string,
): readonly string[] {
  try {
    const found = read(path, "read");
    return found.ok ? (found.value.otherNames ?? []) : [];
  } catch {
    return [];
  }
}

/** Lists what earlier calls wrote from files with a label, as far as it is still there. */
function keptPaths({ analyzer, brought }: ShownGround, root: string): readonly string[] {
  const kept = brought?.list() ?? [];
  return kept.flatMap(({ path, label }) => {
    if (label === UNTRUSTED || !isWithin(path, root)) return [];
    const found = analyzer.path(path, "read");
    return found.ok && found.value.kind === "missing" ? [] : [path];
  });
}

function storedBelow(
  { analyzer: { stored }, brought }: ShownGround,
  labeller: Labeller,
  root: string,
): Promise<Awaited<ReturnType<NonNullable<Analyzer["stored"]>>> | null> {
  if (stored === undefined) return Promise.resolve({ files: [], complete: true });
  const also = (brought?.list() ?? []).flatMap(({ path, label }) =>
    label === UNTRUSTED ? [] : [path],
  );
  return orUnknown(() => stored(root, { mayBeMeant: labeller.mayMean, also }));
}

async function orUnknown<T>(find: () => Promise<T>): Promise<T | null> {
  try {
    return await find();
  } catch {
    return null;
  }
}
