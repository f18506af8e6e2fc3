/**
 * Reads a manifest whole when a kernel is made. A name that is not known, a variable that nobody defines and a pattern that means
 * nothing are its author's mistakes: found in the first session, they would be a user's.
 */
import {
  type AgentManifest,
  ConfigurationError,
  describeRequirementFault,
  type Variables,
} from "@toolplane/contract";
import { OPTION, type OptionKinds, optionFault } from "@toolplane/readings";
import { compilePolicy } from "../../policy/compile-policy.ts";
import { compileReach } from "../../policy/reach/reach.ts";

const MANIFEST_KINDS: OptionKinds<AgentManifest> = {
  id: OPTION.text,
  requires: OPTION.object,
  rules: OPTION.list,
  roots: OPTION.list,
};

/** Throws a ConfigurationError that names the place in the manifest. */
export function checkManifest(manifest: AgentManifest, variables: Variables): void {
  const fault = optionFault(manifest, MANIFEST_KINDS) ?? describeFault(manifest);
  if (fault !== null) throw new ConfigurationError("manifest", fault);
  const { requires = {}, rules = [] } = manifest;
  compilePolicy({ layers: [{ scope: "manifest", rules }], variables });
  try {
    compileReach([requires], variables);
  } catch (cause) {
    throw new ConfigurationError("manifest requires", messageOf(cause));
  }
}

function describeFault({ id, requires = {}, roots = [] }: AgentManifest): string | null {
  if (id === undefined) return "needs an id";
  const wrong = roots.findIndex((root) => typeof root !== "string" || !ABSOLUTE.test(root));
  if (wrong >= 0) return `roots[${wrong}] must be an absolute path`;
  return describeRequirementFault(requires as never);
}

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/])/;

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
