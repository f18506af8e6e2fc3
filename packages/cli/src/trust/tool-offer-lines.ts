/** The tools of a project before the answer: what each may touch, and whether its calls are asked about. */
import { relative } from "node:path";
import type { OfferedTool, OfferedTools, ToolOffer } from "@toolplane/library/rooms/product";
import { line, type Shown } from "../terminal/shown/shown.ts";
import { offeredLines } from "./offered-lines.ts";

export function toolOfferLines({ units }: ToolOffer, workspace: string): readonly Shown[] {
  const heading =
    "Tools: code of this project. Each runs in a sandbox and reaches only what it names here.";
  return offeredLines(
    line(heading, { wraps: true }),
    units.map((unit) => ({
      name: relative(workspace, unit.path),
      state: unit.state,
      texts: unitTexts(unit),
    })),
  );
}

/** Tells a person what to know of one file or folder before the answer. Not escaped. */
export function unitTexts({
  tools,
  problem,
}: Pick<OfferedTools, "tools" | "problem">): readonly string[] {
  return [
    ...(problem === null ? [] : [`Cannot be loaded: ${problem}`]),
    ...tools.flatMap(postureTexts),
  ];
}

function postureTexts({
  id,
  description,
  gated,
  requires,
  approvalKey,
}: OfferedTool): readonly string[] {
  return [
    `${id}: ${description}`,
    `touches ${requires.join(", ") || "nothing"}`,
    `${gated ? "asked about as usual" : "says its calls need no question"}; approvals are kept by ${approvalKey}`,
  ];
}
