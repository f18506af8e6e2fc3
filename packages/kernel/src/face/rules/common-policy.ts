/**
 * Compiles the policy that sessions without rules of their own share. Compiled it takes hundreds of kilobytes, and a
 * server has a thousand sessions. Once compiled it is never changed, so they share it, but for the rules that name the
 * scratch folder, which each session has for itself. It is compiled again when its sources differ, compared by value:
 * variables are read for each session, and nothing keeps a host from changing its rules.
 */
import type { PolicyLayer, Variables } from "@toolplane/contract";
import { flowPolicy } from "../../flow/flow-policy.ts";
import { compilePolicy, type Policy } from "../../policy/compile-policy.ts";
import { defaultPolicy } from "../../policy/default-policy.ts";
import type { KernelOptions } from "../options/kernel-options.ts";

type LayerOptions = Pick<KernelOptions, "defaultPolicy" | "flow" | "manifest" | "policy">;

/** Keeps the last one. Throws a ConfigurationError on rules that do not compile. */
export function createCommonPolicy(options: LayerOptions): (variables: Variables) => Policy {
  let known: { readonly policy: Policy; readonly text: string; readonly own: string } | null = null;
  return (variables) => {
    const layers = policyLayers(options);
    const { scratch, ...common } = variables;
    const text = jsonText([common, layers]);
    const own = JSON.stringify(scratch);
    const like = known !== null && known.text === text ? known.policy : undefined;
    if (like !== undefined && known?.own === own) return like;
    const policy = compilePolicy({ layers, variables, ...(like === undefined ? {} : { like }) });
    if (text !== null) known = { policy, text, own };
    return policy;
  };
}

/** The layers of a kernel, without those of a session. */
export function policyLayers(options: LayerOptions): PolicyLayer[] {
  const { manifest, policy = [] } = options;
  return [
    ...defaultLayers(options),
    ...shippedFlow(options),
    ...(manifest?.rules ? [{ scope: "manifest", rules: manifest.rules } as const] : []),
    ...policy.filter(({ untrusted }) => untrusted !== true),
  ];
}

function defaultLayers({ defaultPolicy: given = true }: LayerOptions): readonly PolicyLayer[] {
  if (typeof given === "boolean") return given ? [defaultPolicy()] : [];
  return [{ scope: "default", rules: given, lines: given.map((_, index) => index + 1) }];
}

/** A host that leaves the default policy out gets none of ours, unless it names one. */
function shippedFlow({ defaultPolicy: isOn, flow }: LayerOptions): readonly PolicyLayer[] {
  const preset = flow ?? (isOn === false ? "off" : "default");
  return preset === "off" ? [] : [flowPolicy(preset)];
}

/** Layers from files without a person's trust: each restricts by itself. */
export function untrustedLayers(options: LayerOptions): readonly PolicyLayer[] {
  return (options.policy ?? []).filter(({ untrusted }) => untrusted === true);
}

export function untrustedPolicies(options: LayerOptions, variables: Variables): readonly Policy[] {
  return untrustedLayers(options).map((layer) => compilePolicy({ layers: [layer], variables }));
}

/** Null for what has no text: the compiler says what is wrong with it. */
function jsonText(value: unknown): string | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}
