import type { Guard } from "@toolplane/kernel";

/** Refuses every call while a person's rules cannot be read: what they wrote there would not hold. */
export function createRuleGuard(fault: () => string | null): Guard {
  return () => {
    const reason = fault();
    return reason === null ? { action: "allow" } : { action: "deny", reason };
  };
}
