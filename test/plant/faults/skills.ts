/** Mistakes by which a skill gets in unseen, gets more than its text, or narrows less than it says. */
import type { Area } from "../fault.ts";

const READ = ["packages/agent/src/skills"];
const NARROWING = ["test/road/narrowing.test.ts"];
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
      name: "front-matter-of-any-language-is-read",
      anchor: "if (/^[A-Za-z]/.test(word))",
      replacement: "if (/^[^A-Za-z]/.test(word))",
      tests: READ,
    },
    {
      name: "front-matter-unfolds-anchors",
      anchor: "maxDepth: MAX_DEPTH, maxAliases: 0 }",
      replacement: "maxDepth: MAX_DEPTH }",
      tests: READ,
    },
    {
      name: "a-skill-is-read-through-a-link-out-of-its-folder",
      anchor: 'if (!isWithin(real.path, folder)) return "it is a link out of its folder";',
      replacement: "",
      tests: READ,
    },
    {
      name: "a-folder-of-skills-may-lead-anywhere",
      anchor: "if (within === null || !isWithin(folder.path, within.path)) {",
      replacement: "if (within === null) {",
      tests: READ,
    },
    {
      name: "a-later-skill-takes-an-earlier-one-s-name",
      anchor: "if (first !== undefined) return { reason:",
      replacement: "if (first !== undefined && first.place === file.place) return { reason:",
      tests: READ,
    },
    {
      name: "allowed-tools-that-cannot-be-read-narrow-nothing",
      anchor:
        'return { tools: [], warning: "its allowed-tools cannot be read, so it permits none" };',
      replacement:
        'return { tools: null, warning: "its allowed-tools cannot be read, so it permits none" };',
      tests: READ,
    },
    {
      name: "a-skill-in-use-does-not-narrow",
      anchor: "if (skill.allowedTools !== null && rulesFor && use)",
      replacement: "if (skill.allowedTools === null && rulesFor && use)",
      tests: READ,
    },
    {
      name: "a-kit-is-told-to-whom-a-tool-is-missing",
      anchor: "steps.every((step) => step.tools.every((id) => has.has(id)))",
      replacement: "steps.some((step) => step.tools.every((id) => has.has(id)))",
      tests: ["packages/agent/src/kits"],
    },
    {
      name: "a-text-closes-the-marks-of-its-skill",
      in: "packages/tools/src/skill",
      anchor: 'body.replace(MARK, "&lt;$1")',
      replacement: "body",
      tests: ["packages/tools/src/skill"],
    },
    {
      name: "a-skill-that-changed-is-still-trusted",
      in: "packages/library/src/skills",
      anchor: "if (known === digest) return null;",
      replacement: "if (known !== undefined && digest !== undefined) return null;",
      tests: TRUST,
    },
    {
      name: "a-narrowing-forgets-redirects",
      in: "packages/kernel/src/judge",
      anchor: 'const isAsked = isOwn(resource) || resource.via === "redirect";',
      replacement: "const isAsked = isOwn(resource);",
      tests: NARROWING,
    },
    {
      name: "a-subagent-is-not-narrowed",
      in: "packages/kernel/src/judge",
      anchor: "return above.length === 0 ? own : own.length === 0 ? above : [...above, ...own];",
      replacement: "return above.length === 0 ? own : own;",
      tests: NARROWING,
    },
    {
      name: "a-verdict-from-before-outlives-a-narrowing",
      in: "packages/kernel/src/pipeline",
      anchor: "if (shared?.verdict && shared.mode === session.mode.now() && !narrows(session))",
      replacement: "if (shared?.verdict && shared.mode === session.mode.now())",
      tests: NARROWING,
    },
  ],
};
