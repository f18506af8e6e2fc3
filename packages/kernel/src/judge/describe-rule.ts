import type { RuleReference } from "@toolplane/contract";

/** A rule and where a person finds it. */
export function describeRule({ rule, source }: RuleReference): string {
  const line = source.line ? `:${source.line}` : "";
  const place =
    source.file || line ? `${source.file ?? source.scope}${line}` : `${source.scope} rules`;
  return `${rule.permission} ${rule.pattern} ${rule.action} (${place})`;
}
