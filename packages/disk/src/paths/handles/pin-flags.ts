/** How Linux opens a thing only to pin it: no pipe is woken, no device touched, and nobody needs to be allowed to read it. */
import { constants } from "node:fs";

const O_PATH = 0o10000000;

interface PinFlags {
  /** What stands at the path, or what a link leads to. */
  readonly followed: number;
  /** What stands at the path, a link included. */
  readonly kept: number;
  /** A folder and nothing else. */
  readonly folder: number;
}

export const PIN_FLAGS: PinFlags = {
  followed: O_PATH,
  kept: O_PATH | constants.O_NOFOLLOW,
  folder: O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW,
};
