/**
 * The entry of one tool. A class, against our habit: ten thousand tools must register for little more than a map costs, and
 * members on a prototype leave one small object a tool. Whatever follows from tool and origin is computed when it is asked
 * for; the schema is compiled and the definition digested at the first call that needs them.
 */
import type { Json, JsonObject, Resource, Tool, ToolLayer } from "@toolplane/contract";
import type { ToolPin } from "@toolplane/contract/ports";
import { canonicalJson, digestOf } from "../../digest/digest-of.ts";
import { namedResource } from "../../footprint/compute-footprint.ts";
import type { OriginFacts } from "./origin-facts.ts";
import type {
  Exposure,
  RegistrationStatus,
  SchemaOutcome,
  ToolDefinition,
  ToolEntry,
} from "./tool-entry.ts";

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
  /** Undefined for a tool without configuration. */
  readonly config: Config | undefined;
  readonly registrationId: number;
}

type Config = Readonly<Record<string, Json>>;

const NO_CONFIG: Config = Object.freeze({});

/** Makes the entry of a tool that was checked. */
export function createToolEntry(input: ToolEntryInput): OwnEntry {
  return new RegisteredTool(input);
}

/** Members that change in the life of an entry, or are made at first use. */
interface Rest {
  status: RegistrationStatus;
  config: Config;
  reason: string | null;
  below: OwnEntry | null;
  running: number;
  named: Resource | null;
  definition: ToolDefinition | null;
  fingerprint: string | null;
  schema: SchemaOutcome | null;
}

/**
 * Of ten thousand tools most are never called, shadowed nor configured: they share these two. Facts of one entry alone
 * go into an object of its own.
 */
const ACTIVE: Readonly<Rest> = Object.freeze({
  status: "active",
  config: NO_CONFIG,
  reason: null,
  below: null,
  running: 0,
  named: null,
  definition: null,
  fingerprint: null,
  schema: null,
});
const QUEUED: Readonly<Rest> = Object.freeze({ ...ACTIVE, status: "queued" });

/** The rest of an entry, its own from now on. */
function ownRest(entry: RegisteredTool): Rest {
  if (entry.rest === ACTIVE || entry.rest === QUEUED) entry.rest = { ...entry.rest };
  return entry.rest as Rest;
}

class RegisteredTool implements OwnEntry {
  readonly tool: Tool;
  readonly place: OriginFacts;
  registrationId: number;
  rest: Readonly<Rest> = QUEUED;

  constructor({ tool, place, config, registrationId }: ToolEntryInput) {
    this.tool = tool;
    this.place = place;
    this.registrationId = registrationId;
    if (config !== undefined) this.config = config;
  }

  get status(): RegistrationStatus {
    return this.rest.status;
  }

  set status(status: RegistrationStatus) {
    if (this.rest === QUEUED && status === "active") this.rest = ACTIVE;
    else if (this.rest.status !== status) ownRest(this).status = status;
  }

  get config(): Config {
    return this.rest.config;
  }

  set config(config: Config) {
    ownRest(this).config = config;
  }

  get reason(): string | null {
    return this.rest.reason;
  }

  set reason(reason: string | null) {
    if (this.rest.reason !== reason) ownRest(this).reason = reason;
  }

  get below(): OwnEntry | null {
    return this.rest.below;
  }

  set below(below: OwnEntry | null) {
    if (this.rest.below !== below) ownRest(this).below = below;
  }

  get running(): number {
    return this.rest.running;
  }

  set running(running: number) {
    ownRest(this).running = running;
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
    const { laterKey } = this.tool as Tool<JsonObject>;
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
    return exposure ?? (sourced && this.place.home.deferring() ? "deferred" : "listed");
  }

  get pin(): ToolPin | null {
    return this.place.pin;
  }

  get named(): Resource {
    const made = ownRest(this);
    made.named ??= namedResource(ownName(this));
    return made.named;
  }

  get constantFootprint(): boolean {
    for (const _ in this.tool.resources) return false;
    return !(this.tool.footprint && this.bundled);
  }

  definition(): ToolDefinition {
    const made = ownRest(this);
    made.definition ??= definitionOf(this.tool);
    return made.definition;
  }

  fingerprint(): string {
    const { id, description, parameters, requires, resources, execute } = this.tool;
    const made = ownRest(this);
    made.fingerprint ??= digestOf([
      id,
      description,
      parameters,
      requires,
      resources,
      String(execute),
    ]);
    const { pin } = this.place;
    // A change by the server, also one that no model sees, makes it another tool than was approved.
    return pin ? digestOf([made.fingerprint, pin.now(id)]) : made.fingerprint;
  }

  schema(): SchemaOutcome {
    const made = ownRest(this);
    made.schema ??= this.place.home.schemas.compile(this.tool.parameters);
    return made.schema;
  }
}

function ownName({ tool: { id }, place }: RegisteredTool): string {
  const { source, layer, sourced, pin } = place;
  if (!source && !sourced) return `tool:${id}`;
  return `${layer}:${source ?? ""}/${pin?.nameOf(id) ?? id}`;
}

function definitionOf(tool: Tool): ToolDefinition {
  const { id: name, description, parameters: inputSchema, output } = tool;
  const listed = Object.freeze({
    name,
    description,
    inputSchema,
    ...(output === null ? {} : { outputSchema: output }),
  });
  try {
    return { listed, text: canonicalJson(listed) };
  } catch {
    return { listed, text: null };
  }
}
