/** Mistakes by which a skill gets in unseen, gets more than its text, or narrows less than it says. */
import type { Area } from "../fault.ts";

const READ = ["packages/agent/src/skills"];
const TRUST = ["packages/cli/src/scenarios/skills.test.ts"];

export const SKILLS_FAULTS: Area = {
  name: "skills",
  in: "packages/agent/src",
  tests: [["packages/agent/src"], ["test/library/skills.test.ts"]],
  faults: [
    {
      name: "a-script-of-a-skill-may-change-after-it-was-trusted",
      anchor: 'const digest = lines.length === 0 ? own : sha256([own, ...lines].join("\\n"));',
      replacement: "const digest = own;",
      tests: TRUST,
    },
    {
      name: "a-skill-is-read-through-a-link-out-of-its-folder",
      anchor: 'if (!isWithin(real.path, folder)) return "it is a link out of its folder";',
      replacement: "",
      tests: READ,
    },
  ],
};
