/** Says what rules about hosts do to commands: which hosts they open, and of which the requests have to be read. */
import type { PolicyLayer, PolicyRule } from "@toolplane/contract";

export interface HostRules {
  /** Open to commands that run unasked, as they are written. */
  readonly opened: readonly string[];
  /** Rules about methods and paths: where they hold, TLS ends at the relay. */
  readonly read: readonly string[];
  /** One of those is about every host. */
  readonly readsAll: boolean;
}

export function findHostRules(policy: readonly PolicyLayer[]): HostRules {
  const own = policy.filter(({ scope, untrusted }) => scope !== "default" && untrusted !== true);
  const narrowing = policy.flatMap(({ rules }) => rules).filter(isAboutRequests);
  return {
    opened: own.flatMap(({ rules }) => rules.filter(opensHost).map(({ pattern }) => pattern)),
    read: narrowing.map(({ action, pattern }) => `${action ?? "label"} ${pattern}`),
    readsAll: narrowing.some(({ pattern }) => /(^| )\*(:\*)?(\/|$)/.test(pattern)),
  };
}

function opensHost({ permission, action }: PolicyRule): boolean {
  return permission === "net.fetch" && action === "allow";
}

/** No pattern of a host alone has a blank or a slash. */
function isAboutRequests({ permission, pattern }: PolicyRule): boolean {
  return permission === "net.fetch" && /[ /]/.test(pattern);
}
