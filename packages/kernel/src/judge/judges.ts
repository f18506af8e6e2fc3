/**
 * The judges a host may add beside its rules. Each can only tighten: it adds an opinion, the severest wins, and nothing
 * answers a deny. All of them are optional.
 */
import type { JsonObject, Resource, ToolMode } from "@toolplane/contract";

/** The facts about a call that a guard or a state machine gets. */
export interface JudgedCall {
  readonly tool: string;
  readonly callId: string;
  readonly sessionId: string;
  readonly arguments: JsonObject;
  readonly role: string;
  readonly workspace: string;
  readonly mode: ToolMode;
  /** The server that the tool belongs to, which was started for all sessions; null for a tool that runs here. */
  readonly server: string | null;
  /** The resources that the call is going to touch, as far as its arguments tell. */
  readonly resources: readonly Resource[];
}

/** Feature flags: `allow_{tool}_{role}`, else `allow_{tool}`; false refuses, undefined says nothing. */
export interface Flags {
  get(name: string): boolean | undefined;
}

/** A host's own check, asked on every call. A throw, a rejection or an unknown answer refuses. */
export type Guard = (call: JudgedCall) => GuardAnswer | Promise<GuardAnswer>;

/** The turn of guards: with the other judges, or last. */
export type GuardOrder = "before-mode" | "after-mode";

type GuardAnswer =
  | { readonly action: "allow" }
  | { readonly action: "ask" | "deny"; readonly reason: string };

/** One call put before a state machine. The grant is good for this proposal only. */
export interface StageProposal {
  readonly stageExecutionId: string;
  readonly attempt: number;
  readonly proposalId: string;
  readonly tool: string;
  readonly argumentsDigest: string;
}

/** A workflow that decides which tools its current stage may use. Asked about gated tools only. */
export interface StateMachine {
  stage(): {
    readonly executionId: string;
    readonly attempt: number;
    readonly allowedTools: readonly string[];
  };
  /** For a tool outside the stage's list. Missing, or anything but "approve", refuses. */
  grant?(
    proposal: StageProposal,
  ): "approve" | "deny" | "defer" | Promise<"approve" | "deny" | "defer">;
}

/** Consent that is due whatever the rules say, by mode or by name. A kernel asks for none unless it is told. */
export interface ConsentNeeds {
  /** Tool modes that need consent whatever the rules say (for example `local`). */
  readonly consentModes: readonly ToolMode[];
  /** `tool` or `tool.action` names that need consent. */
  readonly dangerous: readonly string[];
  /** Tools that the flag `allow_code_execution` switches off. */
  readonly codeTools: readonly string[];
}

/** For a kernel that was told of none: no tool is judged otherwise than the rest. */
export const NO_CONSENT: ConsentNeeds = Object.freeze({
  consentModes: [],
  dangerous: [],
  codeTools: [],
});
