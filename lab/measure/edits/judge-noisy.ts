// A flawed edit ends in one of three ways: what was meant, a refusal that leaves the file alone, or something else. The
// last is the worst there is, whatever it looks like.
import { editTool } from "@toolplane/tools/inside";
import { callTool } from "./call-tool.ts";
import type { EditRow, NoisyRow } from "./edit-rows.ts";

export type NoisyOutcome = "recovered" | "rejected" | "wrong";

export async function judgeNoisy(row: NoisyRow, edit: EditRow): Promise<NoisyOutcome> {
  const { old_string, new_string, expect } = row;
  const { path, before } = edit;
  const { result, files } = await callTool(editTool, { [path]: before }, [
    { path, old_string, new_string },
  ]);
  const text = files[path];
  if (result.type === "error") return text === before ? "rejected" : "wrong";
  if (expect === "reject" || text === undefined) return "wrong";
  return meantTexts(edit).includes(text) ? "recovered" : "wrong";
}

/** The file after the whole change, or after any one of its edits alone. */
function meantTexts({ before, after, edits }: EditRow): readonly string[] {
  return [
    after,
    ...edits.map(({ old_string, new_string }) => before.replace(old_string, () => new_string)),
  ];
}
