/**
 * A list of protected files to compare paths with. Its patterns are compiled when the first path is compared: there are hundreds,
 * most calls name nothing that could be protected, and a command that makes one call would spend a tenth of its time on them.
 */
import { compilePathPattern, type PathPattern } from "../pattern/path-pattern.ts";
import { pathSubject } from "../pattern/path-subject.ts";
import type { ProtectedFile } from "./protected-file.ts";

interface CompiledFile {
  readonly pattern: PathPattern;
  readonly file: ProtectedFile;
}

/** Finds the first file of the list that a path is, folded; null when it is none. */
export function compiledFiles(
  files: () => readonly ProtectedFile[],
  prefix: string,
): (path: string) => ProtectedFile | null {
  let compiled: readonly CompiledFile[] | null = null;
  return (path) => {
    compiled ??= files().map((file) => ({
      pattern: compilePathPattern(`${prefix}${file.pattern}`),
      file,
    }));
    const subject = pathSubject(path);
    for (const { pattern, file } of compiled)
      if (pattern.matchesSubjectFolded(subject)) return file;
    return null;
  };
}
