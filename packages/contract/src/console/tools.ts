import type { RequirementSet } from "../policy/requirement.ts";
import type { ToolKind, ToolMode } from "../policy/tool-mode.ts";
import type { JsonSchema } from "../schema/json-schema.ts";
import type { ToolLayer, ToolLimits } from "../tool/tool.ts";

type RegistrationStatus = "queued" | "starting" | "active" | "draining" | "refused" | "closed";

/** One registration of a tool: of several with one name, one is bound. */
export interface ToolLine {
  readonly name: string;
  readonly label: string;
  /** The tool's purpose, in one line; empty for one that no call reaches. */
  readonly summary: string;
  readonly layer: ToolLayer;
  /** `bundled`, `project`, `mcp:github`. */
  readonly origin: string;
  /** True for the one that a call by this name reaches. */
  readonly bound: boolean;
  readonly status: RegistrationStatus;
  readonly enabled: boolean;
  readonly exposure: "listed" | "deferred" | "unlisted";
  readonly mode: ToolMode;
  readonly gated: boolean;
  /** `own`: the tool derives its approval keys itself. */
  readonly approvalKey: "footprint" | "own";
  /** Everything it may ever touch, one short text each. */
  readonly requires: readonly string[];
  /** The kinds of things that it may touch, as one text. */
  readonly mayTouch: string;
  /** How it is guarded, in a word or two. */
  readonly posture: string;
  readonly shadows: readonly string[];
  readonly shadowedBy: string | null;
  /** Why it cannot be called, when it cannot. */
  readonly reason: string | null;
  readonly calls: number;
  /** The step to take so that it works here; null where it works. */
  readonly needs: string | null;
}

/** A tool of a folder that could not be loaded. */
export interface ToolProblem {
  readonly name: string;
  readonly layer: string;
  readonly stage: string;
  readonly message: string;
}

/** `GET /tools`. */
export interface ToolList {
  readonly tools: readonly ToolLine[];
  readonly total: number;
  readonly problems: readonly ToolProblem[];
}

/** `GET /tools/{tool}`: everything but what runs it. */
export interface ToolFacts {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly output: JsonSchema | null;
  readonly requires: RequirementSet;
  readonly mode: ToolMode;
  readonly kind: ToolKind;
  readonly gated: boolean;
  readonly limits: ToolLimits;
  readonly approvalKey: "footprint" | "own";
  readonly registrations: readonly {
    readonly origin: string;
    readonly bound: boolean;
    readonly status: RegistrationStatus;
    readonly posture: string;
    readonly shadows: readonly string[];
    readonly shadowedBy: string | null;
    readonly reason: string | null;
    readonly calls: number;
    readonly needs: string | null;
  }[];
}
