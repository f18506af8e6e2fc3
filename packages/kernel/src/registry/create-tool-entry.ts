/**
 * The entry of one tool. A class, against our habit: ten thousand tools must register for little more than a map costs, and
 * members on a prototype leave one small object a tool. Whatever follows from tool and origin is computed when it is asked
 * for; the schema is compiled and the definition digested at the first call that needs them.
 */
import type { Json, JsonObject, Resource, Tool, ToolLayer, ToolPin } from "@toolplane/contract";
import { canonicalJson, digestOf } from "../digest/digest-of.ts";
import { namedResource } from "../footprint/compute-footprint.ts";
import type { Schemas } from "../schema/create-schemas.ts";
import type { OriginFacts } from "./origin-facts.ts";
import type {
  Exposure,
  RegistrationStatus,
  SchemaOutcome,
  ToolDefinition,
  ToolEntry,
} from "./tool-entry.ts";

/** What the entries of one registry share. */
export interface EntryHome {
  readonly schemas: Schemas;
  /** True while there are so many tools that those of servers wait to be found. */
  readonly deferring: () => boolean;
}

/** An entry as the registry itself sees it. */
export interface OwnEntry extends ToolEntry {
  readonly place: OriginFacts;
  config: Readonly<Record<string, Json>>;
  registrationId: number;
  status: RegistrationStatus;
  /** Why it was refused or what failed. */
  reason: string | null;
  /** The next lower registration of the same name; revealed when this one goes. */
  below: OwnEntry | null;
  /** Calls that run right now. */
  running: number;
}

export interface ToolEntryInput {
  readonly tool: Tool;
  readonly place: OriginFacts;
  readonly config: Readonly<Record<string, Json>>;
  readonly registrationId: number;
  readonly home: EntryHome;
}

/** Makes the entry of a tool that was checked. */
export function createToolEntry(input: ToolEntryInput): OwnEntry {
  return new RegisteredTool(input);
}

/** What is made when somebody first asks. An object of its own: of ten thousand tools most are never called, and have none. */
interface Made {
  named: Resource | null;
  definition: ToolDefinition | null;
  fingerprint: string | null;
  schema: SchemaOutcome | null;
}

class RegisteredTool implements OwnEntry {
  readonly tool: Tool;
  readonly place: OriginFacts;
  config: Readonly<Record<string, Json>>;
  registrationId: number;
  status: RegistrationStatus = "queued";
  reason: string | null = null;
  below: OwnEntry | null = null;
  running = 0;
  readonly #home: EntryHome;
  #made: Made | null = null;

  constructor({ tool, place, config, registrationId, home }: ToolEntryInput) {
    this.tool = tool;
    this.place = place;
    this.config = config;
    this.registrationId = registrationId;
    this.#home = home;
  }

  get layer(): ToolLayer {
    return this.place.layer;
  }

  get origin(): string {
    return this.place.text;
  }

  get source(): string | null {
    return this.place.source;
  }

  get sourceText(): string | null {
    return this.place.sourceText;
  }

  get bundled(): boolean {
    return this.place.layer === "bundled";
  }

  get remote(): boolean {
    return this.place.sourced || this.tool.executor === "remote";
  }

  get postureTrusted(): boolean {
    return this.place.postureTrusted;
  }

  get gated(): boolean {
    return this.tool.gated || this.remote || !this.postureTrusted;
  }

  get approvalKey(): Tool["approvalKey"] {
    return this.postureTrusted ? this.tool.approvalKey : null;
  }

  get laterKey(): ToolEntry["laterKey"] {
    const { laterKey } = this.tool as unknown as Tool<JsonObject>;
    return this.postureTrusted && laterKey ? laterKey : null;
  }

  get allowedBy(): ToolEntry["allowedBy"] {
    const { postureTrusted, sourced, layer, source } = this.place;
    if (postureTrusted) return "name";
    if (!sourced) return "nothing";
    return this.tool.id.startsWith(`${layer}__${source}__`) ? "name" : "key";
  }

  get knownByName(): boolean {
    return this.place.preset;
  }

  get enabled(): boolean {
    return this.config.enabled !== false;
  }

  get timeoutMs(): number {
    const { timeoutMs } = this.config;
    return typeof timeoutMs === "number" ? timeoutMs : this.tool.limits.timeoutMs;
  }

  timeoutFor(askedMs: number): number {
    const { timeoutMs, tool } = this;
    if (!(askedMs >= 0)) return timeoutMs;
    return Math.min(askedMs, Math.max(timeoutMs, tool.limits.maxTimeoutMs ?? 0));
  }

  get exposure(): Exposure {
    const { exposure, sourced } = this.place;
    return exposure ?? (sourced && this.#home.deferring() ? "deferred" : "listed");
  }

  get pin(): ToolPin | null {
    return this.place.pin;
  }

  get named(): Resource {
    const made = this.#memo();
    made.named ??= namedResource(this.#ownName());
    return made.named;
  }

  #memo(): Made {
    this.#made ??= { named: null, definition: null, fingerprint: null, schema: null };
    return this.#made;
  }

  #ownName(): string {
    const { source, layer, sourced, pin } = this.place;
    const { id } = this.tool;
    if (!source && !sourced) return `tool:${id}`;
    return `${layer}:${source ?? ""}/${pin?.nameOf(id) ?? id}`;
  }

  get constantFootprint(): boolean {
    for (const _ in this.tool.resources) return false;
    return !(this.tool.footprint && this.bundled);
  }

  definition(): ToolDefinition {
    const made = this.#memo();
    made.definition ??= definitionOf(this.tool);
    return made.definition;
  }

  fingerprint(): string {
    const { id, description, parameters, requires, resources, execute } = this.tool;
    const made = this.#memo();
    made.fingerprint ??= digestOf([
      id,
      description,
      parameters,
      requires,
      resources,
      String(execute),
    ]);
    const { pin } = this.place;
    // Whatever a server changes about its tool, also what no model sees, makes it another one than was approved.
    return pin ? digestOf([made.fingerprint, pin.now(id)]) : made.fingerprint;
  }

  schema(): SchemaOutcome {
    const made = this.#memo();
    made.schema ??= this.#home.schemas.compile(this.tool.parameters);
    return made.schema;
  }
}

function definitionOf(tool: Tool): ToolDefinition {
  const { id: name, description, parameters: inputSchema, output } = tool;
  const listed = Object.freeze({
    ...{ name, description, inputSchema },
    ...(output === null ? {} : { outputSchema: output }),
  });
  try {
    return { listed, text: canonicalJson(listed) };
  } catch {
    return { listed, text: null };
  }
}
