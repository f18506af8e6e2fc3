/** The rules that toolplane brings, as these settings have them. */
import type { PolicyLayer } from "@toolplane/contract";
import { defaultPolicy, flowPolicy } from "@toolplane/kernel";
import type { Settings } from "../settings/declaration/settings.ts";

export function shippedLayers({
  defaultPolicy: isOn,
  flow,
}: Pick<Settings, "defaultPolicy" | "flow">): readonly PolicyLayer[] {
  return [...(isOn ? [defaultPolicy()] : []), ...(flow === "off" ? [] : [flowPolicy(flow)])];
}
