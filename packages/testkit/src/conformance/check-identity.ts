/**
 * The identity that a person's *always* is remembered by: the approval key and the footprint. Both must be the same for the same
 * arguments, in whatever order their members came, at whatever time, on whatever machine.
 */
import type { Json, JsonObject } from "@toolplane/contract";
import { show } from "./argument-checks.ts";
import { openBench } from "./open-bench.ts";
import type { ToolCheck } from "./tool-suite.ts";
import { withShiftedTime } from "./with-shifted-time.ts";

/** Derived again, from reordered arguments, on another day. */
export const checkApprovalKey: ToolCheck = {
  name: "its approval key is deterministic",
  async run({ options: { tool, valid } }) {
    const derive = tool.approvalKey as ((args: JsonObject) => string) | null;
    if (derive === null) return null;
    for (const args of valid) {
      const key: unknown = derive(args);
      if (typeof key !== "string" || key === "") return `${show(args)} gives no key`;
      if (derive(args) !== key) return `${show(args)} gives another key the second time`;
      if (withShiftedTime(() => derive(args)) !== key)
        return `${show(args)} gives another key on another day`;
      if (derive(reorder(args) as JsonObject) !== key)
        return `${show(args)} gives another key when its members are reordered`;
    }
    return null;
  },
};

/** The same footprint from another host of the same state. */
export const checkFootprintDeterministic: ToolCheck = {
  name: "its footprint is deterministic",
  async run({ options, plainRuns }) {
    for (const { args, explanation: first } of await plainRuns()) {
      const again = await openBench(options).explain(reorder(args) as JsonObject);
      if (JSON.stringify(first.footprint) !== JSON.stringify(again.footprint))
        return `${show(args)} has another footprint the second time`;
    }
    return null;
  },
};

function reorder(value: Json): Json {
  if (Array.isArray(value)) return value.map(reorder);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reorder(member)]);
  return Object.fromEntries(members.reverse()) as Json;
}
