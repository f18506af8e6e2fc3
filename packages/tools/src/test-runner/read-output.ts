/** All that a run printed, as far as it is worth reading: a result can hold the beginning only, and reports stand at the end. */
import { type FsReadDoor, isToolError, type ProcessResult } from "@toolplane/contract";

const MAX_BYTES = 16_000_000;

export async function readOutput(fs: FsReadDoor, result: ProcessResult): Promise<string> {
  const { output, outputPath, outputBytes } = result;
  if (outputPath === undefined) return output;
  const offset = Math.max(0, outputBytes - MAX_BYTES);
  try {
    const { bytes } = await fs.read(outputPath, { offset, length: MAX_BYTES });
    return new TextDecoder().decode(bytes);
  } catch (error) {
    // Rules may close the folder of long outputs. Then there is the beginning, which says that it is one.
    if (isToolError(error) && error.code !== "cancelled") return output;
    throw error;
  }
}
