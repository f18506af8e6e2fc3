/** Mistakes by which a profile would not behave as its document says, or would open what somebody closed. */
import type { Area } from "../fault.ts";

const STUD = ["test/profiles/stud.test.ts"];

export const PROFILES_FAULTS: Area = {
  name: "profiles",
  in: "packages/compat/src",
  tests: [["test/profiles"]],
  faults: [
    {
      name: "stud-lets-a-held-write-run-unasked",
      in: "packages/compat/src/s0",
      anchor: "contained: false",
      replacement: "contained: true",
      tests: STUD,
    },
  ],
};
