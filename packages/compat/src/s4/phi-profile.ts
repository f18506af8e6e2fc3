/**
 * The document of phi-core. A registered tool runs, and only a before-callback may skip it; calls of one response run all at
 * once. Its permission system is marked as an idea, so this profile answers soft asks; rules that ask or deny hold as everywhere.
 */
import type { Profile } from "../profiles/profile.ts";

export const phiProfile: Profile = Object.freeze({
  name: "phi",
  document: "phi-core: Tool System",
  preset: "minimal",
  kernel: { uncaught: "told" },
  session: { mode: "yolo", strategy: "parallel" },
  sources: { names: "tool", serialized: true },
  agent: {},
} satisfies Profile);
