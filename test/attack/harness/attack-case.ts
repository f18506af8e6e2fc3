/** A case as the corpus writes it (one JSON object a line). Texts may still hold placeholders and generators: see expand-case. */
import type { Json, JsonObject, RequirementSet } from "@toolplane/contract";

/** What a call can come to, as the corpus counts it. */
export type Outcome = "allow" | "deny" | "ask" | "error" | "redacted" | "bounded";

/** A call of a case. `raw` is the argument text exactly as a model sent it. */
export interface CaseCall {
  readonly tool: string;
  readonly args?: Json;
  readonly raw?: string;
  /** A call made afterwards; the outcome is the worse of the two. */
  readonly then?: CaseCall;
  /** For a call that is pending at the same time. */
  readonly answer?: string;
}

/** An answer that was stored earlier. */
export interface CaseApproval extends CaseCall {
  readonly choice: string;
  readonly origin?: string;
  /** The person widened it to this. */
  readonly pattern?: string;
}

/** A further tool with its test behaviour. */
export interface CaseTool {
  readonly id: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly requires: RequirementSet;
  readonly origin?: string;
  readonly env?: readonly string[];
  readonly returns?: Json;
  readonly throws?: Json;
  readonly readsEnv?: string;
}

export interface CaseServer {
  readonly transport: "stdio" | "http";
  readonly source: "user" | "project";
  /** An object: what the person agreed to. */
  readonly trusted:
    | boolean
    | {
        readonly command?: string;
        readonly args?: readonly string[];
        readonly env?: Readonly<Record<string, string>>;
      };
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url?: string;
  /** Definitions that were agreed to earlier. */
  readonly pinned?: readonly JsonObject[];
  /** Definitions as they are now. */
  readonly tools?: readonly JsonObject[];
  /** A trusted server of the person's own has the same name. */
  readonly shadows?: "user";
  readonly behaviour?: readonly JsonObject[];
}

/** A rule as written: what is wrong with it is for the product to find. */
export type CaseRule = JsonObject;

/** One step of the set-up; which members it has depends on `do`. */
export type SetupStep = JsonObject & { readonly do: string };

/** What a capability set may narrow. */
interface CaseCaps {
  readonly fs?: { readonly read?: readonly string[]; readonly write?: readonly string[] };
  readonly net?: { readonly hosts?: readonly string[] };
}

/** Bounds of a case; absent ones have the corpus's defaults. */
export interface CaseLimits {
  readonly timeoutMs?: number;
  readonly wallMs?: number;
  readonly rssMb?: number;
  readonly outputBytes?: number;
}

/** Bounds that a case need not repeat. */
export const DEFAULT_BOUNDS = { wallMs: 5_000, rssMb: 256, outputBytes: 204_800 } as const;

export interface Given {
  readonly mode?: "interactive" | "headless";
  readonly rules?: readonly CaseRule[];
  readonly rulesRaw?: string;
  readonly caps?: CaseCaps;
  readonly setup?: readonly SetupStep[];
  readonly setupAfterApprovals?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly limits?: CaseLimits;
  readonly tools?: readonly CaseTool[];
  readonly mcp?: Readonly<Record<string, CaseServer>>;
  readonly approvals?: readonly CaseApproval[];
  readonly before?: readonly CaseCall[];
  readonly parallelWith?: readonly CaseCall[];
  readonly workspace?: null;
  readonly workspaceVia?: "symlink";
  readonly extraRoots?: readonly string[];
  readonly watchdog?: JsonObject;
  readonly abortAfterMs?: number;
  readonly usedCalls?: Readonly<Record<string, number>>;
  /** Absent: nobody was asked. An object: trusted with another content. */
  readonly projectTrusted?: boolean | { readonly hash: string };
  /** What the project's configuration file holds. */
  readonly projectConfig?: JsonObject;
  /** The call is made by a subagent that declares these. */
  readonly subagent?: { readonly rules?: readonly CaseRule[]; readonly caps?: CaseCaps };
  /** Answers that were given to a subagent that is done. */
  readonly subagentApprovals?: readonly CaseApproval[];
  /** How many subagents stand between the session and the call. */
  readonly subagentDepth?: number;
}

/** One observable effect: an object with one key. */
export type OracleItem = JsonObject;

/** Effects that must or must not happen. */
interface Oracle {
  readonly forbid?: readonly OracleItem[];
  readonly require?: readonly OracleItem[];
  readonly repeat?: number;
}

export interface AttackCase {
  readonly id: string;
  readonly class: string;
  readonly family: string;
  readonly kind: "attack" | "benign";
  readonly title: string;
  readonly given: Given;
  readonly call: CaseCall;
  readonly expect: Outcome;
  readonly accept?: readonly Outcome[];
  readonly oracle?: Oracle;
  readonly needs?: readonly string[];
}
