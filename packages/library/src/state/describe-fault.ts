/** Turns a system's error about a file of ours into something a person can mend. */
import { ConfigurationError, isConfigurationError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";

const NOT_OURS =
  "may not be used: look at who owns it and its directory, or name other places for toolplane's own files with TOOLPLANE_DATA and TOOLPLANE_CONFIG";

const TEXTS: Readonly<Record<string, string>> = {
  EACCES: NOT_OURS,
  EPERM: NOT_OURS,
  EROFS: "is on a disk that cannot be written: name another directory with TOOLPLANE_DATA",
  ENOSPC: "cannot be written: its disk is full",
  EDQUOT: "cannot be written: your share of its disk is full",
  EFBIG: "cannot be written: files may not be so large here (ulimit -f)",
  EEXIST: "is a file where a directory is wanted: move it away",
  ENOTDIR: "lies below a file: name another directory with TOOLPLANE_DATA",
  ELOOP: "is a link: put the file itself there",
};

/** Files of a project have their one place. */
const PROJECT_TEXTS: Readonly<Record<string, string>> = {
  ...TEXTS,
  EACCES: "may not be written: look at who owns the project's folder",
  EPERM: "may not be written: look at who owns the project's folder",
  EROFS: "is on a disk that cannot be written",
  ENOTDIR: "lies below a file: move that away",
};

/** A ConfigurationError passes as it is, and so does an unexpected error. */
export function describeFault(error: unknown, path: string): unknown {
  if (isConfigurationError(error)) return error;
  const code = errorCode(error);
  const texts = path.split("/").includes(".toolplane") ? PROJECT_TEXTS : TEXTS;
  const text = code === undefined ? undefined : texts[code];
  return text === undefined ? error : new ConfigurationError(path, text);
}
