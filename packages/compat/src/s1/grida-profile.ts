/**
 * The document of Grida. What no rule matches asks, held or not, and a host without a person refuses. Only the tools that
 * need no capability are allowed by themselves, and reading what the session itself was given: a cut result's own file.
 */
import type { Rule } from "@toolplane/contract";
import type { Profile } from "../profiles/profile.ts";

/** Their row of the locked set says `none`: they touch nothing but the session. What `task` starts is judged by itself. */
const WITHOUT_CAPABILITY: readonly string[] = ["todo", "question", "skill", "tool_search", "task"];

const allowed = (permission: string, pattern = "**"): Rule => ({
  permission,
  pattern,
  action: "allow",
});

export const gridaProfile: Profile = Object.freeze({
  name: "grida",
  document: "Grida: Tools",
  preset: "locked",
  kernel: {
    defaultPolicy: [
      ...WITHOUT_CAPABILITY.map((id) => allowed(id)),
      allowed("fs.read", "{scratch}/**"),
    ],
    contained: false,
    marks: "all",
  },
  session: { mode: "ask" },
  sources: {},
  agent: {},
} satisfies Profile);
