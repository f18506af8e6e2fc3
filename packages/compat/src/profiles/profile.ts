/**
 * A profile: one document's own defaults, as data. The defaults of toolplane are the strict ones; a profile may answer soft
 * asks (a mode), ask more (consent, held calls), and choose between ways that are equally safe. It cannot lift a deny or a
 * hard ask, because no option that it holds can.
 */
import type { KernelOptions, SessionOptions } from "@toolplane/kernel";

export type ProfileName = "stud" | "grida" | "morphix" | "steerable" | "phi";

/** Everything that one word chooses. What a program or a person says themselves goes before it. */
export interface Profile {
  readonly name: ProfileName;
  /** The document, as its readers call it. */
  readonly document: string;
  /** The set of tools that the document describes; null where it describes none. */
  readonly preset: "bundled" | "locked" | "managers" | "minimal" | null;
  readonly kernel: Pick<
    KernelOptions,
    | "consent"
    | "retry"
    | "readOutput"
    | "preview"
    | "uncaught"
    | "defaultPolicy"
    | "flow"
    | "projectApprovals"
    | "contained"
    | "approvalsBy"
    | "asksGated"
    | "guardOrder"
    | "declaredEnv"
    | "marks"
  >;
  readonly session: Pick<SessionOptions, "mode" | "strategy">;
  /** How tools of MCP servers are called. */
  readonly sources: ProfileSources;
  readonly agent: ProfileAgent;
}

export interface ProfileSources {
  /** `tool`: a tool's own name, without its server's. */
  readonly names?: "tool";
  /** The calls of one server run one after another. */
  readonly serialized?: true;
}

export interface ProfileAgent {
  /** `tool`: a failed call ends the run, unless it says otherwise. */
  readonly completion?: "tool";
  /**
   * Words of a system prompt on the tools that an agent has, beside their definitions: `kits`, workflows over several tools, those
   * whose tools it has all; `tool-notes`, when to use one tool, when not, examples and tips. Nothing unless given.
   */
  readonly injects?: readonly ("kits" | "tool-notes")[];
  /** A tool's own question suspends the run and stays in the store, also where a broker answers other questions. */
  readonly suspends?: "questions";
}
