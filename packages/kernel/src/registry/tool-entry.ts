/** A registered tool: the tool itself, where it comes from, and what follows from that. One entry serves every session. */
import type { Json, Resource, Tool, ToolLayer } from "@toolplane/contract";
import type { CompiledSchema } from "../schema/schema-engine.ts";

/** Where a tool was found. */
export interface ToolOrigin {
  readonly layer: ToolLayer;
  /** The server or specification, for `mcp` and `openapi`. */
  readonly source?: string;
  /** For `project`: the layer was trusted with the tool's posture shown. */
  readonly trusted?: boolean;
}

/** What the registry knows of a tool. */
export interface ToolEntry {
  readonly tool: Tool;
  readonly layer: ToolLayer;
  /** The origin as one word: `bundled`, `project`, `mcp:github`. */
  readonly origin: string;
  /** Bundled: its code may compute footprints. */
  readonly bundled: boolean;
  /** Its answers come from a server: outside text. */
  readonly remote: boolean;
  /** `gated: false` is honoured: bundled, global, or a project layer that was trusted with its posture shown. */
  readonly postureTrusted: boolean;
  readonly config: Readonly<Record<string, Json>>;
  readonly enabled: boolean;
  readonly timeoutMs: number;
  /** The named resource that stands for a call of a tool that annotates nothing. */
  readonly named: Resource;
  /** True when every call has the same footprint: no annotation, no code. */
  readonly constantFootprint: boolean;
  /** Digest of the definition; approvals are bound to it. Computed at first use. */
  fingerprint(): string;
  /** Compiled at first call. */
  schema(): SchemaOutcome;
}

/** A compiled schema, or why it could not be one. */
export type SchemaOutcome =
  | { readonly ok: true; readonly schema: CompiledSchema }
  | { readonly ok: false; readonly message: string };
