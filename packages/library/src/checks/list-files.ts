import { installedPart, isCode } from "./name-roles.ts";
import type { CheckEffects } from "./run-check.ts";

const MAX_FOLDERS = 20_000;
/** Hidden folders, and what programs leave behind. */
const NO_CODE = /^(?:\..*|__pycache__|target|coverage)$/;
/** What a name with such an ending is, is no folder: it is not looked into. */
const FILE = /\.(?:json|ya?ml|md|txt|lock|html?|css|png|jpe?g|svg|map)$/i;

/** Lists the files of the base, without hidden ones, what is installed and what programs leave behind. */
export async function listFiles(
  listNames: CheckEffects["listNames"],
): Promise<{ readonly files: readonly string[]; readonly isWhole: boolean }> {
  const files: string[] = [];
  const open = [""];
  let folders = 0;
  for (let at = open.pop(); at !== undefined && folders < MAX_FOLDERS; at = open.pop()) {
    const names = await listNames(at);
    if (names.length > 0) folders += 1;
    else files.push(at);
    for (const name of names) {
      const path = at === "" ? name : `${at}/${name}`;
      if (NO_CODE.test(name) || installedPart(path) !== null) continue;
      if (isCode(name) || FILE.test(name)) files.push(path);
      else open.push(path);
    }
  }
  return { files, isWhole: open.length === 0 };
}
