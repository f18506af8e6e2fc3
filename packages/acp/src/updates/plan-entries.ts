import type { PlanEntry } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@toolplane/contract";

/** The list of the tool `todo` as a plan; null for arguments that hold none. Our items have no priority of their own. */
export function planEntries(args: JsonObject): PlanEntry[] | null {
  const { todos } = args;
  if (!Array.isArray(todos)) return null;
  return todos.flatMap((item) => {
    const { content, status } = (item ?? {}) as JsonObject;
    const known = STATUSES.find((one) => one === status);
    return typeof content === "string" && known
      ? [{ content, priority: "medium" as const, status: known }]
      : [];
  });
}

const STATUSES = ["pending", "in_progress", "completed"] as const;
