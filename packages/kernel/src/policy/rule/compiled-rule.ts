/** A compiled rule: its place, and its pattern read as each kind of subject it can be about. */
import type { RuleAction, RuleReference, RuleScope } from "@toolplane/contract";
import type { ArgvPattern } from "../pattern/argv-pattern.ts";
import type { PathPattern } from "../pattern/path-pattern.ts";
import type { RequestPattern } from "../pattern/request-pattern.ts";
import type { TextPattern } from "../pattern/text-pattern.ts";

export interface CompiledRule {
  readonly reference: RuleReference;
  /** Position among all rules of the policy. */
  readonly index: number;
  readonly action: RuleAction;
  readonly scope: RuleScope;
  readonly permission: string;
  /** For `mcp__server__*` and the like: what the tool id begins with. */
  readonly permissionPrefix: string | null;
  /** True for a lone `*` or `**`: everything, in every kind. */
  readonly everything: boolean;
  /** True when the pattern has no wildcard. */
  readonly literal: boolean;
  readonly paths: readonly PathPattern[];
  readonly hosts: readonly RequestPattern[];
  readonly argv: readonly ArgvPattern[];
  readonly texts: readonly TextPattern[];
}
