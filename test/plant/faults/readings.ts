/** Mistakes in how any text is read: globs, braces, paths, letter case. */
import type { Area } from "../fault.ts";

export const READINGS_FAULTS: Area = {
  name: "readings",
  in: "packages/readings/src",
  tests: [["packages/readings/src"], ["packages/kernel/src/policy"]],
  faults: [
    {
      name: "a-pattern-may-climb-out-of-its-folder",
      anchor: 'if (parts.includes("..")) return { ok: false, message: "holds a .. segment" };',
      replacement: "",
    },
  ],
};
