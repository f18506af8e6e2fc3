/** Mistakes by which sessions come to share what is each one's own: scratch, homes, and how their rules are read. */
import type { Area } from "../fault.ts";

const SESSIONS = ["test/library/sessions.test.ts"];
const PLACES = ["packages/disk/src/paths/places/session-places.test.ts"];

export const SESSIONS_FAULTS: Area = {
  name: "sessions",
  in: "packages/disk/src/paths",
  tests: [SESSIONS],
  faults: [
    {
      name: "sessions-have-one-scratch-folder",
      anchor: "const own = { ...places, scratch, allScratch: places.scratch, ...reached };",
      replacement: "const own = { ...places, allScratch: places.scratch, ...reached };",
      tests: PLACES,
    },
  ],
};
