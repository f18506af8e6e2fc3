/** Flags that open a thing on Linux only to pin it: no pipe is woken, no device touched, and no right to read it is needed. */
import { constants } from "node:fs";

const O_PATH = 0o10000000;

interface PinFlags {
  /** Pins the thing at the path, or what a link there leads to. */
  readonly followed: number;
  /** Pins the thing at the path, a link included. */
  readonly kept: number;
  /** A folder and nothing else. */
  readonly folder: number;
}

export const PIN_FLAGS: PinFlags = {
  followed: O_PATH,
  kept: O_PATH | constants.O_NOFOLLOW,
  folder: O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW,
};
