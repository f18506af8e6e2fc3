/** The disk behind a host, past every door and without a gate. Paths are absolute. */
export interface ConformanceDisk {
  /** Puts a file there, instead of whatever is there; directories on the way are made. */
  putFile(path: string, data: string | Uint8Array, mode?: number): void;
  putDirectory(path: string): void;
  /** A symbolic link, instead of whatever is there. Not called where `links` are lacking. */
  putLink(path: string, target: string): void;
  /** A pipe, a socket or a device. Not called where `special-files` are lacking. */
  putSpecial(path: string): void;
  /** Takes away whatever is there, with everything below it. */
  remove(path: string): void;
  /** The bytes of a regular file; null for anything else. Does not follow a link at the end. */
  readFile(path: string): Uint8Array | null;
  /** Permission bits of a regular file; null when there is none. */
  modeOf(path: string): number | null;
  /** Every path below a directory, relative to it and sorted; those of directories end in `/`. */
  below(path: string): readonly string[];
}
