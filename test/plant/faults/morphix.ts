/** Mistakes by which the profile morphix, or the face of its document, would not be what the document says. */
import type { Area } from "../fault.ts";

const LOADER = ["test/profiles/morphix-loader.test.ts"];
const AGENT = ["test/profiles/morphix-agent.test.ts"];
const SCENARIO = ["test/profiles/morphix.test.ts"];

export const MORPHIX_FAULTS: Area = {
  name: "morphix",
  in: "packages/compat/src/s2",
  tests: [["test/profiles"]],
  faults: [
    {
      name: "global-tools-are-not-loaded",
      anchor: "isGlobal = true;",
      replacement: "isGlobal = false;",
      tests: LOADER,
    },
    {
      name: "the-workspace-is-not-part-of-the-folder",
      anchor: "${options.workspaces}/${workspace}/tools",
      replacement: "${options.workspaces}/tools",
      tests: LOADER,
    },
    {
      name: "a-name-of-a-workspace-leads-elsewhere",
      anchor: "if (!NAME.test(name))\n        throw new ConfigurationError(\n          `workspace",
      replacement:
        "if (name === null)\n        throw new ConfigurationError(\n          `workspace",
      tests: LOADER,
    },
    {
      name: "the-tools-of-a-workspace-are-not-unloaded",
      anchor: "workspace = null;\n      await use();",
      replacement: "await use();",
      tests: LOADER,
    },
    {
      name: "the-next-workspace-does-not-get-the-names",
      in: "packages/host/src/tool-folders",
      anchor: "load.makeRoom(new Set(tools.map(({ tool }) => tool.id)));",
      replacement: "",
      tests: LOADER,
    },
    {
      name: "tools-in-the-workspace-need-no-trust",
      in: "packages/library/src/library/services",
      anchor: 'layer: layer === "global" && !isInside ? "global" : "project"',
      replacement: 'layer: isInside && layer === "project" ? "project" : layer',
      tests: LOADER,
    },
    {
      name: "workflows-of-other-tasks-share-a-budget",
      anchor: "tasks.getStore() ?? own",
      replacement: "own",
      tests: SCENARIO,
    },
    {
      name: "a-thrown-error-loses-its-words",
      anchor: 'uncaught: "told"',
      replacement: 'uncaught: "hidden"',
      tests: SCENARIO,
    },
    {
      name: "a-left-workspace-is-tried-again",
      anchor: "(?:outside|escapes|leaves) (?:of )?(?:the )?workspace",
      replacement: "(?:escapes|leaves) (?:of )?(?:the )?workspace",
      tests: SCENARIO,
    },
    {
      name: "a-missing-file-that-was-thrown-is-no-missing-file",
      in: "packages/kernel/src/call",
      anchor: 'isMissingFile(error) ? "not_found" : "internal"',
      replacement: '"internal"',
      tests: SCENARIO,
    },
    {
      name: "kits-are-not-in-the-prompt",
      anchor: 'injects: ["kits", "tool-notes"]',
      replacement: 'injects: ["tool-notes"]',
      tests: AGENT,
    },
    {
      name: "a-kit-is-told-to-an-agent-without-its-tools",
      in: "packages/agent/src/kits",
      anchor: "steps.every((step) => step.tools.every((id) => has.has(id)))",
      replacement: "steps.some((step) => step.tools.every((id) => has.has(id)))",
      tests: AGENT,
    },
    {
      name: "notes-on-tools-are-not-in-the-prompt",
      in: "packages/library/src/agent",
      anchor: 'injects.includes("tool-notes")',
      replacement: "false",
      tests: AGENT,
    },
    {
      name: "a-clarification-does-not-pause-the-run",
      anchor: ', suspends: "questions"',
      replacement: "",
      tests: AGENT,
    },
    {
      name: "what-needs-permission-pauses-a-run-that-has-a-person",
      in: "packages/library/src/library",
      anchor: 'question.kind === "tool" ? kept : here',
      replacement: "question ? kept : here",
      tests: AGENT,
    },
    {
      name: "a-report-of-success-is-wrapped-twice",
      anchor: 'record.success === true && Object.hasOwn(record, "output")',
      replacement: "record.success === undefined",
      tests: SCENARIO,
    },
    {
      name: "the-loop-goes-on-without-an-answer",
      in: "packages/tools/src/question",
      anchor: "({ answers: await ask(questions) })",
      replacement: "({ answers: await Promise.race([ask(questions), [[]]]) })",
      tests: ["test/agent/question.test.ts"],
    },
    {
      name: "google-is-not-given-its-key",
      in: "packages/tools/src/web-search",
      anchor: '"x-goog-api-key"',
      replacement: '"x-api-key"',
      tests: AGENT,
    },
  ],
};
