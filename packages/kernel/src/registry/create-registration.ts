/**
 * Registers one tool and returns its handle. Changes go through the turn queue; checks are made at once.
 *
 * A class, against our habit, for the same reason as the entry: accessors on a literal made registering four times as
 * dear.
 */
import { ConfigurationError, type Tool } from "@toolplane/contract";
import type { OwnEntry } from "./entry/create-tool-entry.ts";
import type { OriginFacts } from "./entry/origin-facts.ts";
import type { RegistrationStatus } from "./entry/tool-entry.ts";
import type { Registration } from "./registration.ts";
import {
  bindEntry,
  type RegistryCore,
  refuseEntry,
  replaceEntry,
  restartEntry,
  retireEntry,
} from "./registry-core.ts";

/** Registers; throws a ConfigurationError when the tool cannot be admitted or, without a turn, its layer has the name. */
export function createRegistration(
  core: RegistryCore,
  tool: Tool,
  place: OriginFacts,
): Registration {
  return enter(core, core.make(tool, place));
}

function enter(core: RegistryCore, entry: OwnEntry): Registration {
  const replaces =
    entry.place.sourced || !core.names.top(entry.tool.id) ? undefined : entry.tool.id;
  // Nearly always; then nothing is made that would only be needed later.
  if (core.turns.isIdle(replaces)) bindEntry(core, entry);
  else enterLater(core, entry, replaces);
  return new ToolRegistration(core, entry);
}

function enterLater(core: RegistryCore, entry: OwnEntry, replaces: string | undefined): void {
  core.turns.run(
    () => bindEntry(core, entry),
    (error) => refuseEntry(core, entry, { kind: "change", message: errorMessage(error) }),
    replaces,
  );
}

/**
 * Registers one tool of a list. One that cannot be admitted is left out and reported, and the rest of the list goes on.
 * Throws a ConfigurationError only when its layer has the name already: then the list itself is wrong.
 */
export function loadTool(core: RegistryCore, tool: Tool, place: OriginFacts): void {
  let entry: OwnEntry;
  try {
    entry = core.make(tool, place);
  } catch (error) {
    const problem = { kind: "refused", message: errorMessage(error) } as const;
    const refused = core.makeRefused(tool, place);
    if (refused) refuseEntry(core, refused, problem);
    else core.problems.report({ name: shownId(tool), origin: place.text, ...problem });
    return;
  }
  enter(core, entry);
}

const MAX_NAME_CHARS = 128;

function shownId(tool: unknown): string {
  const { id } = (tool ?? {}) as { readonly id?: unknown };
  return typeof id === "string" && id !== "" ? id.slice(0, MAX_NAME_CHARS) : "without id";
}

class ToolRegistration implements Registration {
  readonly #core: RegistryCore;
  #entry: OwnEntry;
  #closing: Promise<void> | null = null;

  constructor(core: RegistryCore, entry: OwnEntry) {
    this.#core = core;
    this.#entry = entry;
  }

  get id(): number {
    return this.#entry.registrationId;
  }

  get name(): string {
    return this.#entry.tool.id;
  }

  get status(): RegistrationStatus {
    return this.#entry.status;
  }

  get reason(): string | null {
    return this.#entry.reason;
  }

  async ready(): Promise<void> {
    await this.#core.starting.get(this.#entry);
  }

  reload(next?: Tool): Promise<void> {
    const { tool, place } = this.#entry;
    if (next) this.#core.make(next, place);
    if (next && next.id !== tool.id)
      throw new ConfigurationError(`tool ${tool.id}`, `cannot be reloaded as ${next.id}`);
    const adopt = (current: OwnEntry): void => {
      this.#entry = current;
    };
    // A server's tool is another one as soon as the server says so; what is called must be what is judged.
    return whenApplied(
      this.#core,
      this.#entry,
      () => reloadEntry(this.#core, this.#entry, { tool: next, adopt }),
      place.sourced ? undefined : tool.id,
    );
  }

  close(): Promise<void> {
    this.#closing ??= whenApplied(this.#core, this.#entry, () =>
      retireEntry(this.#core, this.#entry),
    );
    return this.#closing;
  }
}

async function reloadEntry(
  core: RegistryCore,
  entry: OwnEntry,
  { tool, adopt }: { readonly tool: Tool | undefined; readonly adopt: (entry: OwnEntry) => void },
): Promise<void> {
  const starting = core.starting.get(entry);
  if (starting) await starting;
  if (entry.status === "closed") return;
  if (core.refused.delete(entry)) {
    const next = core.make(tool ?? entry.tool, entry.place);
    adopt(next);
    bindEntry(core, next);
    return core.starting.get(next);
  }
  if (!tool) return restartEntry(core, entry, entry.config);
  const again = (): OwnEntry => core.make(entry.tool, entry.place);
  const next = core.make(tool, entry.place);
  return replaceEntry(core, { old: entry, next, again, adopt });
}

/** Runs a change between turns; settles when it is over. A failure is reported, not thrown. */
function whenApplied(
  core: RegistryCore,
  entry: OwnEntry,
  change: () => Promise<void>,
  replaces?: string,
): Promise<void> {
  return new Promise((resolve) => {
    const failed = (error: unknown): void => {
      const { tool, origin } = entry;
      core.problems.report({ name: tool.id, origin, kind: "change", message: errorMessage(error) });
      resolve();
    };
    core.turns.run(() => void change().then(resolve, failed), failed, replaces);
  });
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
