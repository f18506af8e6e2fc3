/** Mistakes in what a subagent may do and use up, and in whose words its own are. */
import type { Area } from "../fault.ts";

const AGENT = "packages/library/src/agent";
const FAMILY = ["test/agent/subagents.test.ts"];

export const SUBAGENTS_FAULTS: Area = {
  name: "subagents",
  in: "packages/agent/src",
  tests: [["packages/agent/src"], FAMILY, ["packages/cli/src/scenarios/subagents.test.ts"]],
  faults: [
    {
      name: "a-run-below-is-not-paid-for-above",
      anchor: "spent = sum(spent, more); above?.payBelow(more); },",
      replacement: "spent = sum(spent, more); },",
      tests: FAMILY,
    },
    {
      name: "answers-below-are-not-counted",
      anchor: "const turns = facts.turns + (facts.turnsBelow ?? 0);",
      replacement: "const turns = facts.turns;",
      tests: ["packages/agent/src/loop"],
    },
    {
      name: "a-bound-above-does-not-hold-below",
      anchor: "above?.reached() ?? null,",
      replacement: "null,",
      tests: ["packages/agent/src/subagents"],
    },
    {
      name: "what-a-kind-denies-is-forgotten",
      in: AGENT,
      anchor: "const rules = [...deny, ...(request.rules ?? [])];",
      replacement: "const rules = deny.length > 1e9 ? deny : [...(request.rules ?? [])];",
      tests: FAMILY,
    },
    {
      name: "a-kind-has-all-tools",
      in: AGENT,
      anchor: "...(tools ? { tools } : {}),",
      replacement: "...(tools?.length === -1 ? { tools } : {}),",
      tests: FAMILY,
    },
    {
      name: "one-answer-starts-any-number-in-the-background",
      in: AGENT,
      anchor: "if (above.background.running() + before >= MOST_RUNNING)",
      replacement: "if (above.background.running() >= MOST_RUNNING)",
      tests: FAMILY,
    },
    {
      name: "a-child-goes-on-when-its-caller-was-stopped",
      in: AGENT,
      anchor: "return resultOf(child, await agent.run(prompt, { signal: context.signal }));",
      replacement: "return resultOf(child, await agent.run(prompt, {}));",
      tests: FAMILY,
    },
    {
      name: "a-child-s-words-after-strangers-are-trusted",
      in: AGENT,
      anchor: "sessions.has(sessionId) || strangers.has(source);",
      replacement: "sessions.has(sessionId) && strangers.size < 0;",
      tests: FAMILY,
    },
    {
      name: "a-subagent-of-a-project-that-changed-is-trusted",
      in: "packages/library/src/settings/trust",
      anchor: 'return known[place] === digest ? "trusted" : "changed";',
      replacement: 'return known[place] !== undefined ? "trusted" : "changed";',
    },
  ],
};
