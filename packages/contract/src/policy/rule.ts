/** Rules: a person's standing answers about resources. Exact semantics: `docs/concepts/policy.md`. */
import type { RequirementSet } from "./requirement.ts";

/** The answers of a rule, from mild to severe. */
export type RuleAction = "allow" | "ask" | "deny";

/** The scope of a rule. A manifest deny is final; session and project rules answer the rest. */
export type RuleScope = "manifest" | "session" | "project" | "default";

/**
 * One rule: `permission` is a tool id, a capability name, `mcp__server__*`, or `*`; or `data.send` (whatever carries data out) and
 * `data.change` (whatever changes what is not held here), whose patterns are matched against destinations.
 */
export interface Rule {
  readonly permission: string;
  readonly pattern: string;
  readonly action: RuleAction;
  /** Holds only once the session has seen all of these labels; such a rule asks or denies. */
  readonly after?: readonly string[];
  /** Does not hold for a call whose destinations a person named. */
  readonly unless?: "named";
  /**
   * Only in the default policy, about `fs.read`: holds for a file that a call itself names, and not for what a command finds without
   * naming it. Every other rule about the file goes before it, but for the default policy's own allowances.
   */
  readonly when?: "named";
  readonly label?: undefined;
  /** Subjects this rule must match, checked when the rules load. */
  readonly match?: readonly string[];
  /** Subjects this rule must not match, checked when the rules load. */
  readonly no_match?: readonly string[];
}

/** A rule that decides nothing: results of what it matches carry the label. */
export interface LabelRule {
  readonly label: string;
  readonly permission: string;
  readonly pattern: string;
  readonly action?: undefined;
  readonly after?: undefined;
  readonly unless?: undefined;
  readonly when?: undefined;
  readonly match?: readonly string[];
  readonly no_match?: readonly string[];
}

/** A member of a list of rules. */
export type PolicyRule = Rule | LabelRule;

/** Where a rule can be found by a person: its scope, and file and line where it came from a file. */
export interface RuleSource {
  readonly scope: RuleScope;
  readonly file?: string;
  readonly line?: number;
}

/** A rule together with its place: what an explanation names. */
export interface RuleReference {
  readonly rule: Rule;
  readonly source: RuleSource;
}

/** The rules of one scope. `lines[i]` is the line of `rules[i]` in `file`. */
export interface PolicyLayer {
  readonly scope: RuleScope;
  readonly rules: readonly PolicyRule[];
  readonly file?: string;
  readonly lines?: readonly number[];
  /**
   * Not trusted yet: what it denies and asks about counts, as an opinion of its own of which the severest wins. It is never
   * compared with other rules, so it cannot displace one, and what it allows does not count.
   */
  readonly untrusted?: true;
}

/** The session's security mode. Modes answer soft asks only. */
export type SecurityMode = "ask" | "allowlist" | "yolo";

/** The agent author's declaration: tools, requirements, rules (always of scope `manifest`). */
export interface AgentManifest {
  readonly id: string;
  readonly requires?: RequirementSet;
  readonly rules?: readonly PolicyRule[];
  /** Roots beside the workspace, as absolute paths; they are part of `{workspace}`. */
  readonly roots?: readonly string[];
}
