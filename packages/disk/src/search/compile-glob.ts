import { ToolError } from "@toolplane/contract";
import { type FileGlob, readFileGlob } from "@toolplane/readings";

/** Reads the glob of a search; throws `invalid_input` for one that is empty, unbalanced, absolute or leads up. */
export function compileGlob(pattern: string): FileGlob {
  const glob = readFileGlob(pattern);
  if (glob.ok) return glob.value;
  throw new ToolError("invalid_input", `The glob ${pattern.slice(0, 200)} ${glob.message}`);
}
