/** A case's rules and capabilities as the product takes them: by scope, and as ceiling and manifest at once. */
import type { PolicyLayer, RequirementSet, Rule } from "@toolplane/contract";
import { readRules } from "@toolplane/kernel";
import type { CaseRule, Given } from "./attack-case.ts";
import { harnessFault } from "./harness-fault.ts";

/** Rules by where they stand. */
export interface CasePolicy {
  readonly manifest: readonly Rule[];
  readonly session: readonly Rule[];
  readonly project: readonly Rule[];
}

/** Sorts the rules. Throws what the product throws about a text that is no rule file. */
export function readPolicy(given: Given): CasePolicy {
  const rules = [...(given.rules ?? []), ...rawRules(given.rulesRaw), ...widened(given)];
  const byScope: Record<keyof CasePolicy, Rule[]> = { manifest: [], session: [], project: [] };
  for (const rule of rules) {
    if (typeof rule !== "object" || rule === null) {
      byScope.session.push(rule as never);
      continue;
    }
    const { scope = "session", ...plain } = rule;
    if (!Object.hasOwn(byScope, String(scope)))
      throw harnessFault(`rule scope "${String(scope)}" is not known`);
    byScope[scope as keyof CasePolicy].push(plain as unknown as Rule);
  }
  return byScope;
}

function rawRules(text: string | undefined): readonly CaseRule[] {
  if (text === undefined) return [];
  const layer = readRules(text, { file: "rules.json", scope: "session" });
  return layer.rules as unknown as readonly CaseRule[];
}

/** A person who widens an answer writes a rule: nothing else of the product takes a pattern from a person. */
function widened({ approvals }: Given): readonly CaseRule[] {
  return (approvals ?? []).flatMap(({ tool, pattern, choice }) =>
    pattern === undefined || choice !== "always"
      ? []
      : [{ permission: tool, pattern, action: "allow" }],
  );
}

/** Layers beside the manifest's and the session's own. */
export function projectLayers({ project }: CasePolicy): readonly PolicyLayer[] {
  return project.length === 0 ? [] : [{ scope: "project", rules: project }];
}

const WORKSPACE = ["{workspace}/**"];

/** The capability set in full. Commands are not restricted; variables are those that the case's tools declare. */
export function readScopes({ caps, tools, mcp }: Given): RequirementSet {
  return {
    fs: { read: caps?.fs?.read ?? WORKSPACE, write: caps?.fs?.write ?? WORKSPACE },
    net: { hosts: caps?.net?.hosts ?? [] },
    shell: [{ cmd: "*" }],
    env: (tools ?? []).flatMap(({ env, requires }) => [...(env ?? []), ...(requires?.env ?? [])]),
    capabilities: ["journal", "compute", "calls", ...(mcp ? ["mcp:*"] : [])],
  };
}
