import type { Json, Tool, Variables } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { ToolOrigin } from "./entry/tool-entry.ts";
import type { LifecycleAsk } from "./life/lifecycles.ts";
import type { RegistryProblem } from "./life/problem-log.ts";

/** A host's options for its registry. */
export interface RegistryOptions {
  /** Configuration of tools by id: `enabled`, `timeoutMs`, and what a tool's own schema takes. */
  readonly config: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  /** The variables that requirements may name; without them requirements are checked when a session opens. */
  readonly variables?: () => Variables;
  /** Without one, nothing that the registry waits for has an end. */
  readonly clock?: Clock;
  /** How a tool that starts asks a person. Without one, asking fails. */
  readonly ask?: LifecycleAsk;
  /** With more tools than this, those of servers and specifications wait to be found. */
  readonly deferAbove?: number;
  /**
   * Called for a name that no tool has: returns a tool in place of one whose source may not be asked for its list, so
   * that the call reaches a person instead of ending as an unknown tool. It is in no list. Null: there is none.
   */
  readonly standIn?: (name: string) => { readonly tool: Tool; readonly origin: ToolOrigin } | null;
  /** Called for a name that no tool has: why its source gave none, in sentences. Null: no source would have had it. */
  readonly absence?: (name: string) => string | null;
  /** How long a lifecycle function may take, persons not counted. */
  readonly startMs?: number;
  /** How long running calls are waited for when their tool goes. */
  readonly drainMs?: number;
  readonly onProblem?: (problem: RegistryProblem) => void;
}
