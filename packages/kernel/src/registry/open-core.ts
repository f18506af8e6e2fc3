/** Puts the parts of a registry together. */
import { ConfigurationError, type Json, type Tool, type Variables } from "@toolplane/contract";
import { compileReach } from "../policy/reach/reach.ts";
import { createSchemas, type Schemas } from "../schema/create-schemas.ts";
import { createToolCheck, describeToolFault } from "./admission/admit-tool.ts";
import { createToolEntry, type OwnEntry } from "./entry/create-tool-entry.ts";
import { createOrigins, type OriginFacts } from "./entry/origin-facts.ts";
import type { ToolOrigin } from "./entry/tool-entry.ts";
import { createLifecycles } from "./life/lifecycles.ts";
import { createMetricsBook } from "./life/metrics-book.ts";
import { createProblemLog } from "./life/problem-log.ts";
import { createTurnQueue } from "./life/turn-queue.ts";
import { createIdentities } from "./names/identities.ts";
import { createNameTable } from "./names/name-table.ts";
import { type RegistryCore, restartEntry } from "./registry-core.ts";
import type { RegistryOptions } from "./registry-options.ts";

type Config = Readonly<Record<string, Json>>;

/** The core with what only the registry's face uses. */
export interface OpenCore extends RegistryCore {
  readonly place: (origin: ToolOrigin) => OriginFacts;
  readonly generation: () => number;
  readonly onChange: (listener: () => void) => () => void;
  readonly configure: (id: string, config: Config) => void;
}

/** More tools than a model can weigh at a glance. */
const DEFER_ABOVE = 20;
const START_MS = 60_000;
const DRAIN_MS = 30_000;
const NO_CONFIG: Config = Object.freeze({});

export function openCore(options: RegistryOptions): OpenCore {
  const { clock = null, ask = null, deferAbove = DEFER_ABOVE } = options;
  const schemas = createSchemas();
  const check = createToolCheck(schemas);
  const configs = new Map(Object.entries(options.config));
  const names = createNameTable();
  const identities = createIdentities();
  const problems = createProblemLog(options.onProblem ?? null);
  // Calls of the program itself are in no list, so they make none longer.
  let inside = 0;
  const home = { schemas, deferring: () => names.size() - inside > deferAbove };
  let generation = 1;
  const listeners = new Set<() => void>();
  const core: OpenCore = {
    names,
    turns: createTurnQueue(),
    refused: new Set(),
    starting: new Map(),
    identities,
    lifecycles: createLifecycles({
      clock,
      ask,
      startMs: options.startMs ?? START_MS,
      drainMs: options.drainMs ?? DRAIN_MS,
      report: problems.report,
    }),
    metrics: createMetricsBook((name) => names.top(name) !== null),
    problems,
    make(tool, place) {
      const config = configs.size === 0 ? undefined : configs.get(tool?.id);
      check(tool, config);
      if (place.exposure === "inside") inside += 1;
      if (!place.sourced) checkWhole(tool, { schemas, variables: options.variables ?? null });
      const registrationId = identities.next();
      return createToolEntry({ tool, place, config, registrationId });
    },
    makeRefused(tool, place) {
      if (describeToolFault(tool) !== null) return null;
      const registrationId = identities.next();
      return createToolEntry({ tool, place, config: undefined, registrationId });
    },
    touch() {
      generation += 1;
      for (const listener of listeners) listener();
    },
    place: createOrigins(home),
    generation: () => generation,
    onChange(listener) {
      // A listener observes; what it breaks is its own.
      const heard = (): void => {
        try {
          listener();
        } catch {}
      };
      listeners.add(heard);
      return () => listeners.delete(heard);
    },
    configure(id, config) {
      const checkAll = (): void => {
        for (const entry of holders(core, id)) check(entry.tool, config);
      };
      checkAll();
      // Tools made from here on have it; those that are there get it between turns.
      const before = configs.get(id);
      configs.set(id, config);
      core.turns.run(
        () => {
          checkAll();
          for (const entry of holders(core, id)) void restartEntry(core, entry, config);
        },
        (error) => {
          configs.set(id, before ?? NO_CONFIG);
          const message = error instanceof Error ? error.message : String(error);
          problems.report({ name: id, origin: "configuration", kind: "change", message });
        },
      );
    },
  };
  return core;
}

/** Every registration of a name. A configuration is by id and holds for all layers. */
function holders({ names }: RegistryCore, name: string): readonly OwnEntry[] {
  const entries: OwnEntry[] = [];
  for (let entry = names.top(name); entry; entry = entry.below) entries.push(entry);
  return entries;
}

/**
 * Checks a tool that a person wrote or installed before it is admitted: it says that it runs here, its schema compiles and describes an object,
 * its requirements name variables that exist. A mistake shows when the program starts and not in the middle of a
 * conversation.
 *
 * Tools of servers and specifications come by the thousand and are checked at their first call instead; until then
 * nothing of theirs can run.
 */
function checkWhole(
  tool: Tool,
  {
    schemas,
    variables,
  }: { readonly schemas: Schemas; readonly variables: (() => Variables) | null },
): void {
  const where = `tool ${tool.id}`;
  const { parameters, executor } = tool;
  if (executor === "remote")
    throw new ConfigurationError(
      where,
      'executor "remote" is not written by hand: the client of an MCP server declares it for that server\'s tools. Leave it out, or add the server as a source',
    );
  const type = typeof parameters === "object" ? parameters.type : undefined;
  if (type !== undefined && ![type].flat().includes("object"))
    throw new ConfigurationError(where, "its parameters must describe an object");
  const compiled = schemas.compile(parameters);
  if (!compiled.ok)
    throw new ConfigurationError(where, `its parameters cannot be used: ${compiled.message}`);
  if (variables) compileReach([tool.requires], variables());
}
