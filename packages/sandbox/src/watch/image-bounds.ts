/**
 * How much is kept from before a command, so that its changes can be taken back. In memory for every command; where all that a
 * command changes has to be taken back, larger files lie on disk.
 */
import type { ImageBounds } from "./before-images.ts";

/** With more files than this nothing is kept. */
export const MAX_WATCHED_FILES = 20_000;

export const IN_MEMORY: ImageBounds = {
  maxFileBytes: 512 * 1024,
  maxTotalBytes: 16 * 1024 * 1024,
};

export const ON_DISK: ImageBounds = {
  maxFileBytes: 64 * 1024 * 1024,
  maxTotalBytes: 256 * 1024 * 1024,
};
