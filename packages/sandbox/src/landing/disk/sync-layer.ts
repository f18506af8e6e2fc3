/**
 * Brings what a command wrote to disk. Views are mounted so that the kernel does not do it, for most commands write nothing; but
 * a plan that is on disk must not speak of files that are not.
 */
import { spawn } from "node:child_process";
import { closeSync, constants, fsyncSync, openSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { toFsPath, toText } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";

/**
 * Waits for the disk, and where that was in vain takes the files that were written, byte paths, one by one. Throws `unavailable`
 * when it is not certain.
 */
export async function syncLayer(
  disk: Promise<boolean>,
  files: () => Iterable<string>,
): Promise<void> {
  if (await disk) return;
  try {
    for (const file of files()) syncFile(file);
  } catch (error) {
    throw new ToolError("unavailable", "what the command wrote could not be brought to disk", {
      cause: error,
    });
  }
}

/** Brings the disk of this folder up to date, a byte path; false where no program does. */
export function syncDisk(folder: string, program = "sync"): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, ["-f", "."], {
      cwd: toText(folder),
      env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
      stdio: "ignore",
    });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}

function syncFile(file: string): void {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  let fd: number;
  try {
    fd = openSync(toFsPath(file), flags);
  } catch (error) {
    // A link holds nothing of its own, and a file that may not be read was not written by its owner.
    if (["ELOOP", "EACCES", "ENXIO"].includes(errorCode(error) ?? "")) return;
    throw error;
  }
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
