/** Permissions about what a call carries out, whichever tool it is: their patterns are matched against destinations. */
export const FLOW_PERMISSIONS = ["data.send", "data.change"] as const;
export type FlowPermission = (typeof FLOW_PERMISSIONS)[number];

export function isFlowPermission(permission: string): permission is FlowPermission {
  return (FLOW_PERMISSIONS as readonly string[]).includes(permission);
}
