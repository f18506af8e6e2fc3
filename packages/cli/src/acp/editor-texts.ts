/** The files that an editor has open, as the doors ask for them. One that does not answer in time has none: the disk counts then. */
import type { AcpEditor } from "@toolplane/acp";
import type { OpenTexts } from "@toolplane/host";
import { isWithin } from "@toolplane/readings";

const ANSWER_MS = 2_000;

/** Undefined where the editor offers no files. Only files of the session's folder are asked for. */
export function editorTexts(
  { readText, writeText }: Pick<AcpEditor, "readText" | "writeText">,
  root: string | null,
): OpenTexts | undefined {
  if (!readText || root === null) return undefined;
  return {
    async read(path) {
      if (!isWithin(path, root)) return null;
      return readText(path, AbortSignal.timeout(ANSWER_MS)).catch(() => null);
    },
    async wrote(path, text) {
      await writeText?.(path, text, AbortSignal.timeout(ANSWER_MS)).catch(() => undefined);
    },
  };
}
