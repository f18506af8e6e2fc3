/** Mistakes by which sessions come to share what is each one's own: scratch, homes, and how their rules are read. */
import type { Area } from "../fault.ts";

const SESSIONS = ["test/library/sessions.test.ts"];
const PLACES = ["packages/disk/src/paths/places/session-places.test.ts"];
const PART = ["packages/sandbox/src/reach/part-of-scratch.test.ts"];

export const SESSIONS_FAULTS: Area = {
  name: "sessions",
  in: "packages/host/src",
  tests: [SESSIONS],
  faults: [
    {
      name: "sessions-have-one-scratch-folder",
      anchor: "const own = { ...places, scratch, allScratch: places.scratch };",
      replacement: "const own = { ...places, allScratch: places.scratch };",
      tests: PLACES,
    },
    {
      name: "another-session-s-scratch-is-only-outside",
      anchor: '"user-data": allScratch === undefined ? [userData] : [userData, allScratch],',
      replacement: '"user-data": allScratch === undefined ? [userData] : [userData],',
      tests: PLACES,
    },
    {
      name: "file-tools-read-paths-as-the-host-does",
      anchor: "const { machine, search } = groundOf(ofSession(context.sessionId));",
      replacement:
        "const { machine, search } = groundOf(context.sessionId ? options : ofSession(context.sessionId));",
      tests: SESSIONS,
    },
    {
      name: "a-command-is-shown-what-lies-around-its-scratch",
      anchor: "if (!own.some(({ path }) => isWithin(whole, path))) return own;",
      replacement: "if (own.length >= 0) return own;",
      tests: PART,
    },
    {
      name: "a-miss-tells-of-a-file-in-another-session-s-scratch",
      anchor: "if (allScratch !== undefined && isWithin(path, allScratch)) return null;",
      replacement: "void allScratch;",
      tests: SESSIONS,
    },
    {
      name: "an-approved-command-has-the-session-s-home",
      anchor: 'return session.home(confinement.contained ? "own" : "fresh");',
      replacement: 'return session.home(confinement.contained ? "own" : "own");',
      tests: SESSIONS,
    },
    {
      name: "scratch-stays-when-its-session-is-closed",
      anchor: "await processes.closeSession(sessionId); sessions.forget(sessionId);",
      replacement: "await processes.closeSession(sessionId);",
      tests: SESSIONS,
    },
    {
      name: "a-child-has-its-rules-for-another-session-s-scratch",
      in: "packages/kernel/src/policy",
      anchor: "known !== undefined && !one.pattern.includes(SCRATCH)",
      replacement: "known !== undefined && one.pattern.length > 0",
      tests: ["packages/kernel/src/face/rules/common-policy.test.ts"],
    },
  ],
};
