/** What the system says about a file of ours, as something a person can mend. */
import { ConfigurationError, isConfigurationError } from "@toolplane/contract";

const NOT_OURS =
  "may not be used: look at who owns it and its directory, or name other places for toolplane's own files with TOOLPLANE_DATA and TOOLPLANE_CONFIG";

const TEXTS: Readonly<Record<string, string>> = {
  EACCES: NOT_OURS,
  EPERM: NOT_OURS,
  EROFS: "is on a disk that cannot be written: name another directory with TOOLPLANE_DATA",
  ENOSPC: "cannot be written: its disk is full",
  EDQUOT: "cannot be written: your share of its disk is full",
  EEXIST: "is a file where a directory is wanted: move it away",
  ENOTDIR: "lies below a file: name another directory with TOOLPLANE_DATA",
  ELOOP: "is a link: put the file itself there",
};

/** A ConfigurationError passes as it is, and so does what nobody expected. */
export function describeFault(error: unknown, path: string): unknown {
  if (isConfigurationError(error)) return error;
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  const text = code === undefined ? undefined : TEXTS[code];
  return text === undefined ? error : new ConfigurationError(path, text);
}
