/**
 * Loads tools from folders. Each unit (a file, or a folder with a manifest) is read whole, copied to a place that no other
 * process writes, and run from there in a worker of its own. A fault of one is reported and costs the others nothing; a change
 * that cannot be loaded leaves what was loaded before.
 */
import { isConfigurationError, isToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/disk/ground";
import { findUnit, findUnits } from "./find-units.ts";
import { type LoadedUnit, type LoadUnit, loadUnit } from "./load-unit.ts";
import { openCopies } from "./open-copies.ts";
import type { ToolUnit } from "./read-unit.ts";
import type {
  ToolFolder,
  ToolFolderProblem,
  ToolFolders,
  ToolFoldersOptions,
} from "./tool-folders.ts";
import { watchFolder } from "./watch-folder.ts";

/** Loads them; what cannot be loaded is a problem and no error. */
export async function openToolFolders(options: ToolFoldersOptions): Promise<ToolFolders> {
  const clock = options.clock ?? createSystemClock();
  const copies = openCopies();
  const loaded = new Map<string, LoadedUnit>();
  let problems: ToolFolderProblem[] = [];
  /** Problems of units that are in; they hold as long as the units are. */
  const told = new Map<string, ToolFolderProblem[]>();
  /** Taken away, with calls that still run. */
  const leaving = new Set<LoadedUnit>();
  let used: readonly ToolFolder[] = options.folders;
  let turn: Promise<void> = Promise.resolve();
  let closed = false;

  function report(problem: ToolFolderProblem): void {
    problems.push(problem);
    options.onProblem?.(problem);
  }
  async function look(): Promise<void> {
    if (closed) return;
    problems = [];
    const found = used.flatMap((place) => unitsOf(place, options).map((one) => ({ place, one })));
    const seen = new Set(found.map(({ one }) => one.path));
    /** Frees the names of what goes for what comes, from one moment to the next: no call finds neither. */
    const makeRoom = (ids: ReadonlySet<string>): void => {
      for (const unit of loaded.values())
        if (!seen.has(unit.unit.path) && unit.tools.some(({ tool }) => ids.has(tool.id)))
          letGo(unit);
    };
    for (const { place, one } of found) {
      const { name, unit, fault } = one;
      if (unit === null) report({ name, layer: place.layer, stage: "read", message: fault });
      else await take(unit, { place, makeRoom });
    }
    for (const [path, unit] of loaded) if (!seen.has(path)) letGo(unit);
  }
  /** Not waited for: its calls may run for long, and others need not wait for them. */
  function letGo(gone: LoadedUnit, end: () => Promise<void> = gone.leave): void {
    loaded.delete(gone.unit.path);
    leaving.add(gone);
    void end().finally(() => leaving.delete(gone));
  }
  async function take(
    unit: ToolUnit,
    { place, makeRoom }: Pick<LoadUnit, "place" | "makeRoom">,
  ): Promise<void> {
    let before = loaded.get(unit.path) ?? null;
    // Agreed to once is not agreed to for ever: a person may have taken it back.
    if (before !== null && refusalOf(options, before.unit, place) !== null) {
      letGo(before, before.close);
      before = null;
    }
    if (before?.unit.digest === unit.digest) {
      problems.push(...(told.get(unit.path) ?? []));
      return;
    }
    const own: ToolFolderProblem[] = [];
    const tell = (stage: ToolFolderProblem["stage"], message: string): void => {
      const problem = { name: unit.name, layer: place.layer, stage, message };
      own.push(problem);
      report(problem);
    };
    const refusal = refusalOf(options, unit, place);
    if (refusal !== null) return tell(...refusal);
    try {
      const next = await loadUnit(unit, {
        place,
        options,
        clock,
        copies: copies.folder,
        before,
        makeRoom,
        tell: (message) => tell("admit", message),
      });
      loaded.set(unit.path, next);
      told.set(unit.path, own);
    } catch (error) {
      tell("load", messageOf(error));
    }
  }
  function reload(): Promise<void> {
    turn = turn.then(look).catch(() => {});
    return turn;
  }
  const heed = { clock, onChange: () => void reload() };
  let stopWatching = watchAll(options, heed);
  await reload();
  return {
    tools: () => [...loaded.values()].flatMap(({ tools }) => tools),
    problems: () => [...problems],
    reload,
    use(folders) {
      used = [...options.folders, ...folders];
      stopWatching();
      stopWatching = closed ? () => {} : watchAll({ ...options, folders: used }, heed);
      return reload();
    },
    async close() {
      closed = true;
      stopWatching();
      await turn;
      await Promise.all([...loaded.values(), ...leaving].map((unit) => unit.close()));
      copies.remove();
    },
  };
}

function unitsOf(
  { folder, unit }: ToolFolder,
  { units }: ToolFoldersOptions,
): ReturnType<typeof findUnits> {
  if (unit !== undefined) return [findUnit(unit)];
  return findUnits(folder).filter(({ path }) => units?.includes(path) ?? true);
}

function watchAll(
  { folders, watch = false }: ToolFoldersOptions,
  heed: { readonly clock: Clock; readonly onChange: () => void },
): () => void {
  const watched = watch ? folders.filter(({ unit }) => unit === undefined) : [];
  const watchers = watched.map(({ folder }) => watchFolder(folder, heed));
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

/** Says why a unit does not run: no person agreed to it, or nothing would hold it. */
function refusalOf(
  { confined, unconfinedTools = false, isTrusted }: ToolFoldersOptions,
  unit: ToolUnit,
  { layer }: ToolFolder,
): readonly [ToolFolderProblem["stage"], string] | null {
  if (layer !== "project") return null;
  if (isTrusted?.(unit) !== true)
    return ["trust", "it is not trusted, or has changed since. Next: toolplane trust"];
  if (!confined && !unconfinedTools)
    return ["sandbox", "nothing here would confine it. A person can allow that: unconfinedTools"];
  return null;
}

function messageOf(error: unknown): string {
  if (isToolError(error) || isConfigurationError(error)) {
    const { notes } = ((error as { detail?: unknown }).detail ?? {}) as { readonly notes?: string };
    return notes === undefined || notes === "" ? error.message : `${error.message} ${notes}`;
  }
  return error instanceof Error ? error.message : String(error);
}
