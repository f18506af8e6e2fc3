/**
 * The variables of patterns: the host's own, widened by the roots that a manifest adds to `{workspace}`, and those that the host
 * program defines, whose values are places in path patterns and hosts in host patterns.
 */
import { ConfigurationError, STANDARD_VARIABLES, type Variables } from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import type { KernelOptions } from "./kernel-options.ts";

type VariableOptions = Pick<KernelOptions, "manifest" | "variables"> & {
  readonly host: Pick<Host, "variables">;
};

/** As they are now. Throws a ConfigurationError on a definition that is none. */
export function patternVariables({ host, manifest, variables }: VariableOptions): Variables {
  const own = complete(host.variables());
  if (!manifest?.roots && variables === undefined) return own;
  for (const name in variables) {
    const fault = describeVariableFault(name, variables[name]);
    if (fault !== null) throw new ConfigurationError(`variable {${name.slice(0, 40)}}`, fault);
  }
  // A host of this machine was given the same roots.
  const roots = new Set([...(own.workspace ?? []), ...(manifest?.roots ?? [])]);
  return { ...variables, ...own, workspace: [...roots] };
}

/** A host that leaves one of the standard ones out means that it is empty. */
function complete(variables: Variables): Variables {
  const missing = STANDARD_VARIABLES.filter((name) => variables[name] === undefined);
  if (missing.length === 0) return variables;
  return { ...variables, ...Object.fromEntries(missing.map((name) => [name, []])) };
}

function describeVariableFault(name: string, values: unknown): string | null {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) return "its name must be small letters, digits and -";
  if ((STANDARD_VARIABLES as readonly string[]).includes(name)) return "is the host's to define";
  const isList = Array.isArray(values) && values.every((value) => typeof value === "string");
  return isList ? null : "must be a list of texts";
}
