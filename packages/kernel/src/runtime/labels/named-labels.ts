import type { FsTarget, LabelSource } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";
import { otherNames } from "../../flow/create-shown-files.ts";
import type { SessionTool } from "../../session/session-tool.ts";

/** Labels of a file that a line names, under whichever of its names it has them. */
export function namedLabels(
  { session: { labeller, analyzer } }: CallView<{ session: "labeller" | "analyzer" }>,
  { entry: { tool } }: SessionTool,
  file: FsTarget,
): readonly LabelSource[] {
  const names = file.history === true ? [] : otherNames(analyzer, file.path);
  return [
    ...labeller.labelsOf(file, tool),
    ...names.flatMap((name) =>
      labeller.labelsOf({ capability: "fs.read", path: name, real: name }, tool),
    ),
  ];
}
