/** Puts a system error in words for a model: the path as the caller gave it, what happened, what to try. */
import { type ErrorCode, isToolError, ToolError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";

const FAULTS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  ENOENT: ["not_found", "does not exist"],
  ENOTDIR: ["not_found", "does not exist: a name on its way is not a directory"],
  EISDIR: ["conflict", "is a directory"],
  EEXIST: ["conflict", "exists already"],
  ENOTEMPTY: ["conflict", "is not empty"],
  ELOOP: ["invalid_input", "leads in a circle of links"],
  ENAMETOOLONG: ["invalid_input", "is too long a name for this file system"],
  EINVAL: ["invalid_input", "is not a name this file system takes"],
  EACCES: ["failed", "may not be touched: the system says permission denied"],
  EPERM: ["failed", "may not be touched: the system does not permit it"],
  EROFS: ["failed", "lies on a file system that is read-only"],
  ENOSPC: ["failed", "could not be written: no space is left"],
  EDQUOT: ["failed", "could not be written: the quota is used up"],
  EXDEV: ["failed", "lies on another file system: write it there and remove it here"],
  ENXIO: ["invalid_input", "is a special file"],
  EMFILE: ["unavailable", "could not be opened: too many files are open"],
  ENFILE: ["unavailable", "could not be opened: too many files are open"],
};

/** A ToolError for whatever was thrown; one that is a ToolError stays itself. */
export function systemFault(error: unknown, path: string): ToolError {
  if (isToolError(error)) return error;
  const code = errorCode(error);
  if (code === undefined) return new ToolError("internal", `${path} failed`, { cause: error });
  const [kind, text] = FAULTS[code] ?? ["failed", `could not be used: the system says ${code}`];
  return new ToolError(kind, `${path} ${text}`, { cause: error });
}
