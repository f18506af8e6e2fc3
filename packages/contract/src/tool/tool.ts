/**
 * A tool: one frozen plain object, no base class, no module state. `defineTool` makes it; every source (bundled, project
 * file, MCP, OpenAPI) ends in this one shape, so the road knows no difference but the origin.
 */

import type { Resource } from "../policy/footprint.ts";
import type { RequirementSet } from "../policy/requirement.ts";
import type { ToolKind, ToolMode } from "../policy/tool-mode.ts";
import type { Analyzer } from "../ports/analyzer.ts";
import type { ToolError } from "../result/error.ts";
import type { ToolFlow } from "../result/flow.ts";
import type { ToolOutput } from "../result/result.ts";
import type { Json, JsonSchema } from "../schema/json-schema.ts";
import type { StandardSchema } from "../schema/standard-schema.ts";
import type { AnyRuntime } from "./runtime.ts";

/** The kind of thing that an argument names. `shell` is a command line; the others are the capability of that name. */
export type ArgumentAccess = "fs.read" | "fs.write" | "net.fetch" | "shell" | "env";

/** An annotation with all that it can say. */
export interface ArgumentUse {
  readonly access: ArgumentAccess;
  /** The argument names the root of a tree: everything below is meant. */
  readonly tree?: boolean;
  /** Used when the optional argument is absent (`"."` for the root of `grep`), and always where there is no such argument. */
  readonly default?: string;
  /** For `shell`: the argument that names the directory. */
  readonly cwd?: string;
  /** For `net.fetch`: the method that is sent, where the tool knows it: an answer about GET is none about DELETE. */
  readonly method?: string;
  /** For `net.fetch`: the argument that holds the method, where the caller chooses it. */
  readonly methodFrom?: string;
}

/** How one argument becomes resources. Data, so it is honoured from any origin. */
export type ArgumentAnnotation =
  | ArgumentAccess
  | ArgumentUse
  | readonly (ArgumentAccess | ArgumentUse)[];

/** How often and how long to try again. Only codes marked retryable, only tools that declare themselves repeatable. */
export interface RetryPolicy {
  readonly attempts: number;
  readonly backoffMs: number;
  readonly factor: number;
  readonly jitterMs: number;
}

/** Bounds of a tool. A host's config and the call itself may set another timeout; a host may tune the output. */
export interface ToolLimits {
  /** How long a call may take that says nothing else. */
  readonly timeoutMs: number;
  /** The most that a call may ask for; ten minutes, or `timeoutMs` where that is longer, unless the tool says. */
  readonly maxTimeoutMs: number;
  /** Bytes of UTF-8 that a result may hold before it is cut to head and sidecar. */
  readonly maxOutput: number;
  readonly callsPerSession: number | null;
  readonly retry: RetryPolicy;
}

/** Constants of the contract. `defineTool` fills them in; authors do not write them. */
export interface ContractConstants {
  readonly kind: "Tool";
  readonly contractVersion: string;
  /** SemVer range of the kernel; a tool whose range is not satisfied does not load. */
  readonly requiredCoreVersion: string;
  readonly configSchema: JsonSchema;
  readonly loadedCardinality: "unlimited";
  readonly activeCardinality: "unlimited";
  /** Null for a stateless tool. */
  readonly stateSlot: StateSlotShape | null;
  readonly discoveryRules: { readonly folder: string; readonly manifestKey: string };
  readonly reloadBehavior: "between-turns";
}

/** The shape of what a tool keeps across turns. */
export interface StateSlotShape {
  readonly version: number;
  readonly schema: JsonSchema;
  /** Makes this version of what an older one left; must fit the schema. Without it an older state cannot be read. */
  readonly migrate?: (old: Json, fromVersion: number) => Json | Promise<Json>;
}

/** The argument of a lifecycle function. Prompts go through `ask` only. */
export interface LifecycleContext {
  readonly config: Readonly<Record<string, Json>>;
  readonly ask: AnyRuntime["ask"];
}

/** Optional life of a tool; a missing function does nothing, and `dispose` may be called twice. */
export interface ToolLifecycle {
  init?(context: LifecycleContext): void | Promise<void>;
  activate?(context: LifecycleContext): void | Promise<void>;
  deactivate?(context: LifecycleContext): void | Promise<void>;
  dispose?(): void | Promise<void>;
}

/** The return value of `execute`: data, data with extras, or an error as a value. */
export type ToolReturn<D> = D | ToolOutput<D> | ToolError;

/**
 * A complete, frozen tool. `A` and `D` are what `execute` takes and gives. Plain `Tool` is a tool of any arguments: every tool
 * is one, and only the kernel, which validated them, hands it arguments.
 */
export interface Tool<A = never, D = unknown> {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** The wire form that a model sees. */
  readonly parameters: JsonSchema;
  /** The schema's own library, when the author used one: then it alone validates. */
  readonly standard: StandardSchema | null;
  /** Told to the model; output is never checked against it. */
  readonly output: JsonSchema | null;
  readonly requires: RequirementSet;
  readonly resources: Readonly<Record<string, readonly ArgumentUse[]>>;
  /** A footprint in code: honoured from bundled tools only. */
  readonly footprint: ((args: A, analyzer: Analyzer) => readonly Resource[]) | null;
  /** Runs other calls and touches nothing itself: its footprint is empty, each inner call walks the road. */
  readonly composite: boolean;
  readonly mode: ToolMode;
  readonly kind: ToolKind;
  readonly gated: boolean;
  /** Derives the key that an approval is remembered by: deterministic, no noise, no secrets, no network. Null: from the footprint. */
  readonly approvalKey: ((args: A) => string) | null;
  /** The same of a tool whose code runs in a process of its own. Settles within a bound. */
  laterKey?(args: A): Promise<string>;
  readonly limits: ToolLimits;
  /** Safe to run twice; without it nothing is ever retried. */
  readonly repeatable: boolean;
  readonly executor: "local" | "remote";
  /** The data that its calls carry out and bring in, for rules with `after`. Null: from its mode, its schema and its footprint. */
  readonly flow: ToolFlow | null;
  readonly contract: ContractConstants;
  readonly lifecycle: ToolLifecycle;
  execute(args: A, runtime: AnyRuntime): ToolReturn<D> | Promise<ToolReturn<D>>;
}

/** Where a tool comes from. A project layer counts only once its posture was shown at trust. */
export type ToolLayer = "bundled" | "global" | "project" | "mcp" | "openapi";
