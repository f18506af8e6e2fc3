/** A registered tool: the tool itself, where it comes from, and what follows from that. One entry serves every session. */
import type { Json, JsonObject, JsonSchema, Resource, Tool, ToolLayer } from "@toolplane/contract";
import type { ToolPin } from "@toolplane/contract/ports";
import type { CompiledSchema } from "../../schema/interpreted/document/schema-engine.ts";

export interface ToolOrigin {
  readonly layer: ToolLayer;
  /** The server or specification, for `mcp` and `openapi`. */
  readonly source?: string;
  /**
   * The source's own description, in plain words: title, description, instructions. Read by search only, within a
   * bound; it grants nothing and no model is shown it from here.
   */
  readonly sourceText?: string;
  /** For `project`: the layer was trusted with the tool's posture shown. */
  readonly trusted?: boolean;
  /**
   * For `bundled`: it belongs to a preset. The host program's own tools rank above it, and a locked id may have the
   * shape that the preset's document gives it.
   */
  readonly preset?: boolean;
  /** Its code runs in a process of its own, which reaches nothing but by the doors. */
  readonly isolated?: boolean;
  /** Overrides what the number of tools would decide; see {@link ToolEntry.exposure}. */
  readonly exposure?: Exposure;
  /** For a server's tools: what a person agreed to. One object for all of them. */
  readonly pin?: ToolPin;
  /** Its work runs where no confinement of ours holds it: a server on another machine. Shown wherever the origin is. */
  readonly unconfined?: boolean;
}

/**
 * `listed`: in a model's list from the start. `deferred`: only after a search found it. `unlisted`: never, and no
 * search finds it, but it can be called: foreign instructions hold its name (`ask_clarification`). `inside`: no tool for anybody else;
 * the program calls it itself, so that what it does goes the road of every call.
 */
export type Exposure = "listed" | "deferred" | "unlisted" | "inside";

/**
 * The state of a registration. `queued`: waits for the turn to end. `starting`: `init` or `activate` runs. `active`:
 * bound or shadowed, callable when bound. `draining`: refuses new calls, waits for running ones. `refused`: not
 * admitted, and the reason was reported. `closed`: gone.
 */
export type RegistrationStatus =
  | "queued"
  | "starting"
  | "active"
  | "draining"
  | "refused"
  | "closed";

/** A tool, as the registry knows it. */
export interface ToolEntry {
  readonly tool: Tool;
  /**
   * Its identity: another tool under the same name has another. A tool that comes back as it was, from where it was,
   * keeps its identity, so that a server that reconnects makes nothing stale.
   */
  readonly registrationId: number;
  readonly layer: ToolLayer;
  /** The origin as one word: `bundled`, `project`, `mcp:github`. */
  readonly origin: string;
  /** The server or specification alone, and its own description, for search. */
  readonly source: string | null;
  readonly sourceText: string | null;
  /** Bundled: its code may compute footprints. */
  readonly bundled: boolean;
  /** Its answers come from a server: outside text. */
  readonly remote: boolean;
  /** Its own claims count: bundled, global, or a project layer that was trusted with its posture shown. */
  readonly postureTrusted: boolean;
  /**
   * True when calls are judged and asked about as usual. The only place that decides it: a tool's own `gated: false` is believed
   * where its posture is trusted, and never when its answers come from a server.
   */
  readonly gated: boolean;
  /** The tool's own way to name its calls, where its code is trusted with that; else null, and keys come from the footprint. */
  readonly approvalKey: Tool["approvalKey"];
  /** The same, where it has to be waited for. */
  readonly laterKey: ((args: JsonObject) => Promise<string>) | null;
  /**
   * The spellings by which an allowlist may name this tool. `name`: its bare name, or keys. `key`: keys only, because a
   * server chose the name and keys hold the server. `nothing`: the layer was not trusted, so no entry can have named
   * it.
   */
  readonly allowedBy: "name" | "key" | "nothing";
  readonly config: Readonly<Record<string, Json>>;
  readonly enabled: boolean;
  /** How long a call may take that asks for nothing else. */
  readonly timeoutMs: number;
  /** How long a call may take that asks for this long: as long as it asks, up to what tool and configuration bear. */
  timeoutFor(askedMs: number): number;
  readonly exposure: Exposure;
  /** The definition that a person agreed to; null for tools that cannot be changed from outside. */
  readonly pin: ToolPin | null;
  readonly status: RegistrationStatus;
  /** The named resource for a call of a tool that annotates nothing. */
  readonly named: Resource;
  /** True when every call has the same footprint: no annotation, no code. */
  readonly constantFootprint: boolean;
  /** Its definition for a model; the same object each time. Made at first use. */
  definition(): ToolDefinition;
  /**
   * Digest of the definition and the code; approvals are bound to it, unless the tool is of a preset. Computed at first use.
   */
  fingerprint(): string;
  /**
   * A preset's tool is known by its name: it is toolplane's own, and a person's standing answer about `write` must outlive a new
   * version or another build of it. What the answer covers still bounds it.
   */
  readonly knownByName: boolean;
  /** Compiled at first call. */
  schema(): SchemaOutcome;
}

/** The half of a tool that a model sees; the executable half is found again by the name. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Where the tool says what it answers. */
  readonly outputSchema?: JsonSchema;
}

/** A definition as an object and as canonical JSON; the text is null when it has no JSON form. */
export interface ToolDefinition {
  readonly listed: ListedTool;
  readonly text: string | null;
}

/** A compiled schema, or why it could not be one. */
export type SchemaOutcome =
  | { readonly ok: true; readonly schema: CompiledSchema }
  | { readonly ok: false; readonly message: string };
