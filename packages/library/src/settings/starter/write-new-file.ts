import { closeSync, openSync, rmSync, writeFileSync } from "node:fs";
import { errorCode } from "@toolplane/readings";

/** Writes a file that is not there yet; false when it is. One that could not be written whole is taken away again. */
export function writeNewFile(path: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(path, "wx");
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
  try {
    writeFileSync(file, text);
  } catch (error) {
    rmSync(path, { force: true });
    // The system names no path for a file that is open.
    throw Object.assign(error as NodeJS.ErrnoException, { path });
  } finally {
    closeSync(file);
  }
  return true;
}
