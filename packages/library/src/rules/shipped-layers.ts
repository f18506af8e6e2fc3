/** The rules that toolplane brings, as these settings have them. */
import type { PolicyLayer } from "@toolplane/contract";
import { defaultPolicy, type FlowPreset, flowPolicy } from "@toolplane/kernel";

export function shippedLayers({
  defaultPolicy: isOn,
  flow,
}: {
  readonly defaultPolicy: boolean;
  readonly flow: FlowPreset;
}): readonly PolicyLayer[] {
  return [...(isOn ? [defaultPolicy()] : []), ...(flow === "off" ? [] : [flowPolicy(flow)])];
}
