import type { Json, Tool, Variables } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { ToolOrigin } from "./entry/tool-entry.ts";
import type { LifecycleAsk } from "./life/lifecycles.ts";
import type { RegistryProblem } from "./life/problem-log.ts";

/** What a host says about its registry. */
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
   * Asked about a name that nobody has: a tool that stands in for one of a source that may not be asked what it has, so that a
   * person is told instead of a model being told that there is nothing. It is listed nowhere. Null: there is none.
   */
  readonly standIn?: (name: string) => { readonly tool: Tool; readonly origin: ToolOrigin } | null;
  /** How long a lifecycle function may take, persons not counted. */
  readonly startMs?: number;
  /** How long running calls are waited for when their tool goes. */
  readonly drainMs?: number;
  readonly onProblem?: (problem: RegistryProblem) => void;
}
