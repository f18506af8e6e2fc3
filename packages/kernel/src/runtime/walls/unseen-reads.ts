/**
 * The reads of a call that need no answer because its command is not shown what lies there. Only what the line itself names is
 * told: whether anything is there stays unknown to the model.
 */
import type { FsTarget, Resource } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";

type FileRead = Resource & FsTarget;
type JudgedCall = CallView<{ reads: "verdict" | "footprint" | "approved" }>;

export function unseenReads({ verdict, footprint, approved }: JudgedCall): readonly FileRead[] {
  // A yes to the call opened all that it names.
  if (!verdict || approved.length > 0) return [];
  return verdict.opinions.flatMap(({ judge, action, hard, resource: index }) => {
    if (judge !== "reach" || action !== "ask" || hard || index === undefined) return [];
    const resource = footprint?.resources[index];
    return resource?.capability === "fs.read" ? [resource] : [];
  });
}
