import type { Rule } from "@toolplane/contract";

/** True for a rule about hosts that names a method or a path: a host alone has neither spaces nor slashes. */
export function isRequestRule({ pattern }: Pick<Rule, "pattern">): boolean {
  return /[ /]/.test(pattern);
}
