/**
 * The tools a kernel knows, by flat name. Layers shadow one another, registrations come and go between turns, and every
 * call finds exactly the tool that holds the name. Registering is cheap on purpose: nothing is compiled, digested or
 * copied until its first use.
 */
import { ConfigurationError, type Json, type Tool } from "@toolplane/contract";
import { createRegistration, loadTool } from "./create-registration.ts";
import { describeTools, type ToolRow } from "./describe-tools.ts";
import type { OwnEntry } from "./entry/create-tool-entry.ts";
import type { ToolEntry, ToolOrigin } from "./entry/tool-entry.ts";
import type { MetricsBook } from "./life/metrics-book.ts";
import type { RegistryProblem } from "./life/problem-log.ts";
import type { Turn } from "./life/turn-queue.ts";
import { type OpenCore, openCore } from "./open-core.ts";
import type { Registration, RegistryScope } from "./registration.ts";
import { type RegistryCore, retireEntry } from "./registry-core.ts";
import type { RegistryOptions } from "./registry-options.ts";

export interface Registry extends RegistryScope {
  /** Registers a tool of a list: one that is wrong is reported and left out. Throws only when its layer has the name already. */
  load(tool: Tool, origin: ToolOrigin): void;
  /** The tool that a call by this name reaches; it may be switched off by its configuration. */
  find(name: string): ToolEntry | null;
  /** Every tool that a call can reach, in the order their names were first taken. The same array until something changes. */
  list(): readonly ToolEntry[];
  /** While a tool of this name is being started: settles when it is over. Else null. */
  starting(name: string): Promise<void> | null;
  /** Why no tool has this name, where its source knows; else null. */
  absence(name: string): string | null;
  /** Settles when nothing is being started any more. */
  ready(): Promise<void>;
  /** Changes the configuration of a tool; held back while a turn runs. Throws a ConfigurationError on a wrong one. */
  configure(id: string, config: Readonly<Record<string, Json>>): void;
  /** Until every turn has ended, nothing changes that a model could notice; with names, these tools are not replaced. */
  beginTurn(about?: readonly string[]): Turn;
  /** A call waits under this name: until it is released the tool is not replaced. */
  hold(name: string): void;
  release(name: string): void;
  /** Says that a call runs; false when the entry takes no calls any more. */
  enter(entry: ToolEntry): boolean;
  leave(entry: ToolEntry): void;
  /** Changes whenever a listing could look different. */
  generation(): number;
  /** Calls the listener at every such change; returns how to stop. */
  onChange(listener: () => void): () => void;
  /** The registrations that hold names now. */
  snapshot(): ReadonlyMap<string, number>;
  /** True when the name no longer means the registration with this identity. */
  isStale(name: string, registrationId: number): boolean;
  /** The data behind `/tools`. */
  describe(): readonly ToolRow[];
  problems(): readonly RegistryProblem[];
  readonly metrics: MetricsBook;
}

export function createRegistry(options: RegistryOptions): Registry {
  const core = openCore(options);
  const { names } = core;
  const register: RegistryScope["register"] = (tool, origin) =>
    createRegistration(core, tool, core.place(origin));
  const standIns = createStandIns(core, options);
  let listed: readonly ToolEntry[] = [];
  let listedAt = 0;
  return {
    register,
    load: (tool, origin) => loadTool(core, tool, core.place(origin)),
    scope: () => createScope(register),
    close: () => closeAll(core),
    find: (name) => names.find(name) ?? standIns(name),
    list() {
      if (listedAt !== core.generation()) {
        listed = Object.freeze(callable(core));
        listedAt = core.generation();
      }
      return listed;
    },
    absence: (name) => options.absence?.(name) ?? null,
    starting(name) {
      for (const [entry, over] of core.starting) if (entry.tool.id === name) return over;
      return null;
    },
    async ready() {
      while (core.starting.size > 0) await Promise.all(core.starting.values());
    },
    configure: core.configure,
    beginTurn: core.turns.begin,
    hold: core.turns.hold,
    release: core.turns.release,
    enter(entry) {
      if (entry.status !== "active") return false;
      (entry as OwnEntry).running += 1;
      return true;
    },
    leave(entry) {
      const own = entry as OwnEntry;
      own.running -= 1;
      if (own.running === 0 && own.status !== "active") core.lifecycles.idle(own);
    },
    generation: core.generation,
    onChange: core.onChange,
    snapshot: () => new Map(callable(core).map((entry) => [entry.tool.id, entry.registrationId])),
    isStale: (name, registrationId) => names.find(name)?.registrationId !== registrationId,
    describe: () => describeTools(core),
    problems: core.problems.list,
    metrics: core.metrics,
  };
}

/** Shadowed ones and those switched off are left out. */
function callable({ names }: RegistryCore): OwnEntry[] {
  const entries: OwnEntry[] = [];
  for (const top of names.tops()) {
    const entry = top.status === "active" ? top : names.find(top.tool.id);
    if (entry?.enabled) entries.push(entry);
  }
  return entries;
}

/** Ends everything, whatever turns run: the host goes. */
async function closeAll(core: RegistryCore): Promise<void> {
  const entries: OwnEntry[] = [...core.refused];
  for (const top of core.names.tops()) {
    for (let entry: OwnEntry | null = top; entry; entry = entry.below) entries.push(entry);
  }
  await Promise.all(entries.map((entry) => retireEntry(core, entry)));
}

/** Groups registrations, so that a plugin, a server or a subagent takes all of its tools with it when it goes. */
function createScope(register: RegistryScope["register"]): RegistryScope {
  const held: (Pick<Registration, "close"> | RegistryScope)[] = [];
  let ending: Promise<void> | null = null;
  const checkOpen = (): void => {
    if (ending) throw new ConfigurationError("registry scope", "is closed");
  };
  return {
    register(tool, origin) {
      checkOpen();
      const registration = register(tool, origin);
      held.push(registration);
      return registration;
    },
    scope() {
      checkOpen();
      const inner = createScope(register);
      held.push(inner);
      return inner;
    },
    close() {
      ending ??= Promise.all(
        held
          .splice(0)
          .reverse()
          .map((one) => one.close()),
      ).then(() => undefined);
      return ending;
    },
  };
}

/** A model can think of any number of names; the oldest is made again when it is called again. */
const MAX_STAND_INS = 100;

/**
 * Makes entries in place of tools whose source may not be asked for its list. They are bound to no name and seen in no
 * list. Null where there is no stand-in, and for one that cannot be admitted.
 */
function createStandIns(
  core: OpenCore,
  { standIn }: Pick<RegistryOptions, "standIn">,
): (name: string) => OwnEntry | null {
  const kept = new Map<string, OwnEntry>();
  return (name) => {
    const given = standIn?.(name);
    if (!given || given.tool.id !== name) return null;
    const known = kept.get(name);
    if (known?.tool === given.tool) return known;
    let entry: OwnEntry;
    try {
      entry = core.make(given.tool, core.place(given.origin));
    } catch {
      return null;
    }
    entry.status = "active";
    kept.set(name, entry);
    const [oldest] = kept.keys();
    if (kept.size > MAX_STAND_INS && oldest !== undefined) kept.delete(oldest);
    return entry;
  };
}
