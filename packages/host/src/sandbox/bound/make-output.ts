/** A declared output that is not there yet is made, so that there is something to open for writing. */
import { closeSync, constants, mkdirSync, openSync } from "node:fs";
import { extname } from "node:path";
import { ToolError } from "@toolplane/contract";
import { nameOf, parentOf, toFsPath, toText } from "../plan/byte-path.ts";
import { statOf } from "../plan/directory-cache.ts";
import { inVerifiedDirectory } from "../plan/verified-directory.ts";

/** Makes what is missing of a byte path: folders on the way, then a folder, or a file when its name ends like one. */
export function makeOutput(path: string): void {
  const stat = statOf(path);
  if (stat?.isFile() === true || stat?.isDirectory() === true) return;
  if (stat !== null) throw cannotMake(path);
  const parent = parentOf(path);
  if (statOf(parent) === null) makeFolder(parent);
  const isFile = extname(nameOf(path)) !== "";
  if (isFile) makeFile(path);
  else makeFolder(path);
}

function makeFolder(path: string): void {
  const parent = parentOf(path);
  if (statOf(parent) === null) makeFolder(parent);
  const made = inVerifiedDirectory(parent, (prefix) => {
    mkdirSync(toFsPath(`${prefix}${nameOf(path)}`));
    return true;
  });
  if (made === null) throw cannotMake(path);
}

function makeFile(path: string): void {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
  const made = inVerifiedDirectory(parentOf(path), (prefix) => {
    closeSync(openSync(toFsPath(`${prefix}${nameOf(path)}`), flags, 0o644));
    return true;
  });
  if (made === null) throw cannotMake(path);
}

function cannotMake(path: string): ToolError {
  return new ToolError("conflict", `The output ${toText(path)} could not be made.`);
}
