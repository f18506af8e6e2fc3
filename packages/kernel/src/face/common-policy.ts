/**
 * The policy that sessions without rules of their own have in common. Compiled it takes hundreds of kilobytes, and a server has
 * a thousand sessions; once compiled it is never changed, so they share it. It is compiled anew when what it is made from is
 * not the same any more, by value: variables are read for each session, and nothing keeps a host from changing its rules.
 */
import type { PolicyLayer, Variables } from "@toolplane/contract";
import { compilePolicy, type Policy } from "../policy/compile-policy.ts";
import { defaultPolicy } from "../policy/default-policy.ts";
import type { KernelOptions } from "./kernel-options.ts";

type LayerOptions = Pick<KernelOptions, "defaultPolicy" | "manifest" | "policy">;

/** Keeps the last one. Throws a ConfigurationError on rules that do not compile. */
export function createCommonPolicy(options: LayerOptions): (variables: Variables) => Policy {
  let known: { readonly policy: Policy; readonly text: string } | null = null;
  return (variables) => {
    const layers = policyLayers(options);
    const text = textOf([variables, layers]);
    if (known !== null && known.text === text) return known.policy;
    const policy = compilePolicy({ layers, variables });
    if (text !== null) known = { policy, text };
    return policy;
  };
}

/** The layers of a kernel, without those of a session. */
export function policyLayers(options: LayerOptions): PolicyLayer[] {
  const { manifest, policy = [] } = options;
  return [
    ...(options.defaultPolicy === false ? [] : [defaultPolicy()]),
    ...(manifest?.rules ? [{ scope: "manifest", rules: manifest.rules } as const] : []),
    ...policy.filter(({ untrusted }) => untrusted !== true),
  ];
}

/** What layers that nobody trusted restrict, each by itself. */
export function untrustedPolicies(options: LayerOptions, variables: Variables): readonly Policy[] {
  const layers = (options.policy ?? []).filter(({ untrusted }) => untrusted === true);
  return layers.map((layer) => compilePolicy({ layers: [layer], variables }));
}

/** Null for what has no text: the compiler says what is wrong with it. */
function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
