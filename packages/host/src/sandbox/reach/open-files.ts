/** What every command mounts alike. Hosts that run none do without it: it takes a third of the time that opening one takes. */
import { SYSTEM_TREES } from "../plan/system-base.ts";
import type { PrivateFiles } from "./private-files.ts";

export interface FileOptions {
  /** Makes what is mounted of ours; called once, for the first command. */
  readonly makeFiles: () => PrivateFiles;
  /** Looked for at the first command: it takes as long as everything else that opening a host does. */
  readonly installations: () => readonly string[];
}

export interface OpenedFiles<Base> {
  readonly files: PrivateFiles;
  /** The mounts of the system, in the words of the backend. */
  readonly base: Base;
  /** What a command sees beside its reach. */
  readonly visible: readonly string[];
}

export function openFiles<Base>(
  options: FileOptions,
  {
    scratch,
    base,
  }: {
    readonly scratch: string;
    readonly base: (made: {
      readonly files: PrivateFiles;
      readonly installations: readonly string[];
    }) => Base;
  },
): OpenedFiles<Base> {
  const files = options.makeFiles();
  const installations = options.installations();
  return {
    files,
    base: base({ files, installations }),
    visible: [...SYSTEM_TREES, ...installations, "/etc", "/proc", "/dev", "/tmp", scratch],
  };
}
