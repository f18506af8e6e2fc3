/** Mistakes in what is known about each kind of resource: what it is remembered by, what it holds, what it can do. */
import type { Area } from "../fault.ts";

export const RESOURCE_FAULTS: Area = {
  name: "resource",
  in: "packages/kernel/src/resource",
  tests: [
    ["packages/kernel/src/resource", "packages/kernel/src/approval"],
    ["packages/kernel/src/footprint", "packages/kernel/src/schedule"],
    ["test/road"],
  ],
  faults: [
    {
      name: "a-cover-does-not-look-where-a-link-leads",
      anchor: "return path === real ? `${capability}",
      replacement: "return path !== `${real} ` ? `${capability}",
    },
    {
      name: "what-was-not-understood-can-be-kept",
      anchor: "coverIdentity: () => null,",
      replacement: "coverIdentity: ({ text }) => text,",
    },
  ],
};
