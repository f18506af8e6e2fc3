import type { Waiting } from "@toolplane/contract/console";
import { showOnLine } from "@toolplane/readings";
import { baseName } from "../base/short-path.ts";
import type { NoticeSetting } from "./notice-setting.ts";

const MOST_NAME = 80;
const MOST_WHAT = 300;

/** A notice lies on a screen that others may see, and in the notice centre of the system. Names and texts may be a stranger's. */
export function noticeWords(
  { tool, what }: Pick<Waiting, "tool" | "what">,
  { setting, folder }: { readonly setting: NoticeSetting; readonly folder: string | null },
): { readonly title: string; readonly body: string } {
  const where = folder === null ? "" : ` in ${baseName(folder)}`;
  return {
    title: `${showOnLine(tool, MOST_NAME)} asks${where}`,
    body: setting === "what" ? showOnLine(what, MOST_WHAT) : "",
  };
}
