/**
 * Lets registrations come, change and go. All changes of a registry pass here, already released by the turn queue: a tool
 * takes its name or is refused, is started when it has a life of its own, and leaves by draining first.
 */
import { ConfigurationError, type Json, type Tool } from "@toolplane/contract";
import { judgeBinding } from "./admission/judge-binding.ts";
import type { OwnEntry } from "./entry/create-tool-entry.ts";
import type { OriginFacts } from "./entry/origin-facts.ts";
import { hasLife, hasStart, type Lifecycles } from "./life/lifecycles.ts";
import type { MetricsBook } from "./life/metrics-book.ts";
import type { ProblemLog, RegistryProblem } from "./life/problem-log.ts";
import type { TurnQueue } from "./life/turn-queue.ts";
import type { Identities } from "./names/identities.ts";
import type { NameTable } from "./names/name-table.ts";

export interface RegistryCore {
  readonly names: NameTable;
  readonly turns: TurnQueue;
  /** Registrations that were not admitted, until they are closed. */
  readonly refused: Set<OwnEntry>;
  /** Entries that are being started or started again, with the promise of its end. */
  readonly starting: Map<OwnEntry, Promise<void>>;
  readonly identities: Identities;
  readonly lifecycles: Lifecycles;
  readonly metrics: MetricsBook;
  readonly problems: ProblemLog;
  /** Checks a tool and makes its entry; throws a ConfigurationError. */
  readonly make: (tool: Tool, place: OriginFacts) => OwnEntry;
  /** Makes the entry of a tool that did not pass, to show why; null when there is too little of it. Never throws. */
  readonly makeRefused: (tool: Tool, place: OriginFacts) => OwnEntry | null;
  /** Something that listings show has changed. */
  readonly touch: () => void;
}

/** Gives an entry its name, or refuses it. Throws a ConfigurationError when its layer has the name already. */
export function bindEntry(core: RegistryCore, entry: OwnEntry): void {
  const top = core.names.top(entry.tool.id);
  const reason = judgeBinding(entry, top);
  if (reason !== null) {
    refuseEntry(core, entry, { kind: "refused", message: reason });
    return;
  }
  core.identities.reclaim(entry);
  if (top) core.names.insert(entry);
  else core.names.insertFirst(entry);
  if (hasStart(entry.tool)) keepStarting(core, entry, runStart(core, entry));
  else activate(core, entry);
}

/** Takes an entry out and reveals what it shadowed. Settles when it is disposed. */
export function retireEntry(core: RegistryCore, entry: OwnEntry): Promise<void> {
  if (core.refused.delete(entry)) core.touch();
  if (!core.names.remove(entry)) {
    entry.status = "closed";
    return Promise.resolve();
  }
  core.touch();
  core.identities.retire(entry);
  if (!core.names.top(entry.tool.id)) core.metrics.forget(entry.tool.id);
  return endEntry(core, entry);
}

/** Lets an entry live again from the start with this configuration. One that does not start gets its old one back. */
export function restartEntry(
  core: RegistryCore,
  entry: OwnEntry,
  config: Readonly<Record<string, Json>>,
): Promise<void> {
  const before = entry.config;
  if (!hasLife(entry.tool)) {
    entry.config = config;
    core.touch();
    return Promise.resolve();
  }
  const work = afterStarting(core, entry, async () => {
    entry.status = "draining";
    core.touch();
    await core.lifecycles.stop(entry);
    if (isClosed(entry)) return;
    entry.config = config;
    if ((await runStart(core, entry)) || !core.refused.delete(entry)) return;
    entry.config = before;
    entry.reason = null;
    core.names.insert(entry);
    await runStart(core, entry);
  });
  return keepStarting(core, entry, work);
}

/** A new definition for an entry. */
export interface Replacement {
  readonly old: OwnEntry;
  readonly next: OwnEntry;
  /** Makes the old one again, should the new one fail. */
  readonly again: () => OwnEntry;
  /** Called with the entry of the registration from now on. */
  readonly adopt: (entry: OwnEntry) => void;
}

/**
 * Puts an entry in the place of another: the old one is drained and disposed, the new one started. One that does not start
 * gives way to the old one again; when that fails too, the tool is refused and what lies below shows. Throws a
 * ConfigurationError when the new one may not have the name.
 */
export function replaceEntry(core: RegistryCore, replacement: Replacement): Promise<void> {
  const { old, next } = replacement;
  const reason = judgeBinding(next, null);
  if (reason !== null)
    throw new ConfigurationError(`tool ${next.tool.id}`, `cannot be reloaded: ${reason}`);
  core.names.replace(old, next);
  core.identities.retire(old);
  core.identities.reclaim(next);
  replacement.adopt(next);
  if (!hasStart(next.tool)) {
    activate(core, next);
    return endEntry(core, old);
  }
  next.status = "starting";
  core.touch();
  const work = async (): Promise<void> => {
    await endEntry(core, old);
    if (!(await runStart(core, next))) await rollBack(core, replacement);
  };
  return keepStarting(core, next, work());
}

/** The failed one stays refused in the log; the name goes back to the old definition. */
async function rollBack(core: RegistryCore, replacement: Replacement): Promise<void> {
  const { old, next, again, adopt } = replacement;
  if (!core.refused.delete(next)) return;
  const back = again();
  back.registrationId = old.registrationId;
  core.names.insert(back);
  adopt(back);
  if (hasStart(back.tool)) await keepStarting(core, back, runStart(core, back));
  else activate(core, back);
}

/** Ends an entry that is out of the table. One that is being started sees that it is closed and goes no further. */
async function endEntry(core: RegistryCore, entry: OwnEntry): Promise<void> {
  const starting = core.starting.get(entry);
  entry.status = starting ? "closed" : "draining";
  if (starting) await starting;
  const stopping = core.lifecycles.stop(entry);
  if (stopping) await stopping;
  entry.status = "closed";
}

/** Lets a call that comes meanwhile wait instead of finding nothing. */
function keepStarting(core: RegistryCore, entry: OwnEntry, work: Promise<unknown>): Promise<void> {
  const over = work.then(() => {
    if (core.starting.get(entry) === over) core.starting.delete(entry);
  });
  core.starting.set(entry, over);
  return over;
}

async function afterStarting(
  core: RegistryCore,
  entry: OwnEntry,
  work: () => Promise<void>,
): Promise<void> {
  const starting = core.starting.get(entry);
  if (starting) await starting;
  if (!isClosed(entry) && entry.status !== "refused") await work();
}

/** Starts an entry; true when it is active in the end. One that was closed meanwhile is left to the closing code. */
async function runStart(core: RegistryCore, entry: OwnEntry): Promise<boolean> {
  if (isClosed(entry)) return false;
  entry.status = "starting";
  const failed = await core.lifecycles.start(entry);
  if (isClosed(entry)) return false;
  if (failed === null) {
    activate(core, entry);
    return true;
  }
  core.names.remove(entry);
  refuseEntry(core, entry, { kind: "lifecycle", message: failed });
  return false;
}

function isClosed({ status }: OwnEntry): boolean {
  return status === "closed";
}

function activate(core: RegistryCore, entry: OwnEntry): void {
  entry.status = "active";
  core.touch();
}

/** Keeps an entry out and says why. */
export function refuseEntry(
  core: RegistryCore,
  entry: OwnEntry,
  { kind, message }: Pick<RegistryProblem, "kind" | "message">,
): void {
  entry.status = "refused";
  entry.reason = message;
  core.refused.add(entry);
  core.touch();
  core.problems.report({ name: entry.tool.id, origin: entry.origin, kind, message });
}
