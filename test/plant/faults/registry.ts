/** Mistakes in who may have a name, who answers to it, and how tools come and go. */
import type { Area } from "../fault.ts";

export const REGISTRY_FAULTS: Area = {
  name: "registry",
  in: "packages/kernel/src/registry",
  tests: [
    ["packages/kernel/src/registry"],
    ["test/registry", "test/road/registry.test.ts", "test/road/posture.test.ts"],
  ],
  faults: [
    {
      name: "a-server-takes-a-locked-id",
      anchor: "if (place.sourced) return `${tool.id} is a locked id;",
      replacement: "if (!tool) return `${tool} is a locked id;",
    },
    {
      name: "a-tool-that-came-back-changed-gets-its-old-identity",
      anchor: "if (before.fingerprint !== fingerprintOf(entry)) return;",
      replacement: "",
    },
    {
      name: "a-tool-of-a-server-declares-itself-ungated",
      anchor: "return this.tool.gated || this.remote || !this.postureTrusted;",
      replacement: "return this.tool.gated || !this.postureTrusted;",
    },
    {
      name: "a-call-meant-for-one-tool-reaches-another",
      anchor: "told !== undefined && told.registrationId !== entry.registrationId",
      replacement: "told === undefined && told !== undefined",
    },
  ],
};
