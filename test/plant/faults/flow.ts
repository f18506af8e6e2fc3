/** Mistakes by which what a session has seen is forgotten, or decides less than it should. */
import type { Area } from "../fault.ts";

const ROAD = ["test/flow/kernel/flow.test.ts"];
const RULES = ["test/flow/kernel/flow-rules.test.ts"];
const PRODUCT = ["test/flow/processes.test.ts"];

export const FLOW_FAULTS: Area = {
  name: "flow",
  in: "packages/kernel/src/flow",
  tests: [["packages/kernel/src/face"], ["test/flow"]],
  faults: [
    {
      name: "a-link-in-a-message-is-no-place",
      anchor: "return boundDestinations([...named, ...leaves.flatMap(linksOf)]);",
      replacement: "return boundDestinations(named.slice()); void linksOf;",
      tests: ["packages/kernel/src/flow"],
    },
    {
      name: "one-label-of-several-is-enough",
      anchor: "wanted.every((label) => firstOf(label) !== null)",
      replacement: "wanted.some((label) => firstOf(label) !== null)",
      tests: ROAD,
    },
    {
      name: "a-rule-about-everything-names-every-place",
      anchor: '(rule) => isAllowance(rule) && !rule.everything && rule.scope !== "default",',
      replacement: '(rule) => isAllowance(rule) && rule.scope !== "default",',
      tests: ROAD,
    },
    {
      name: "a-call-without-a-place-is-named",
      anchor:
        "const places: readonly (Destination | null)[] = destinations.length > 0 ? destinations : [null];",
      replacement: "const places: readonly (Destination | null)[] = destinations;",
      tests: ROAD,
    },
    {
      name: "one-named-place-names-the-others",
      anchor: "if (left.length === 0) return null;",
      replacement: "if (left.length < places.length || left.length === 0) return null;",
      tests: ROAD,
    },
    {
      name: "our-own-errors-leave-a-mark",
      anchor: 'if (result.type === "error" && !FOREIGN.has(result.code)) return NONE;',
      replacement: "",
      tests: ["packages/kernel/src/flow"],
    },
    {
      name: "what-a-stopped-command-printed-leaves-none",
      anchor: '"conflict", "timeout", "cancelled", "too_large"]',
      replacement: '"conflict"]',
      tests: PRODUCT,
    },
    {
      name: "a-remote-that-leads-elsewhere-is-still-named",
      anchor:
        "return now.meant.length > 0 && now.meant.every((address) => then.meant.includes(address));",
      replacement: "return now.meant.length > 0;",
      tests: PRODUCT,
    },
    {
      name: "what-is-not-to-be-done-is-asked-for",
      anchor: "if (REFUSING.test(sentence)) return false;",
      replacement: "",
      tests: ["packages/kernel/src/flow"],
    },
    {
      name: "words-of-a-plain-read-stay-here",
      anchor: 'remote && stated === "read" && carriesText(args, tool.parameters) ? "send" : stated',
      replacement: "stated",
      tests: ["packages/kernel/src/flow"],
    },
    {
      name: "an-open-connection-is-not-told",
      anchor: "if (version !== before) for (const listener of [...listeners]) listener();",
      replacement: "",
      tests: ["test/flow/cut.attack.test.ts"],
    },
    {
      name: "a-large-workspace-holds-nothing-private",
      anchor: "if (complete) return found;",
      replacement: "if (complete || !complete) return found;",
      tests: ["packages/kernel/src/flow"],
    },
    {
      name: "an-endorsed-source-takes-every-other-along",
      anchor: "source === MORE || !endorsed.includes(source);",
      replacement: "source === MORE || endorsed.length === 0;",
      tests: PRODUCT,
    },
    {
      name: "an-allowance-silences-a-rule-of-its-own-rank",
      anchor: "rankOf(allow) > rankOf(rule) &&",
      replacement: "rankOf(allow) >= rankOf(rule) &&",
      tests: RULES,
    },
    {
      name: "an-allowance-of-a-restricting-layer-is-heard",
      anchor: "const allows = policy === base ? policy.flow.rules.filter(isAllowance) : [];",
      replacement: "const allows = policy.flow.rules.filter(isAllowance);",
      tests: RULES,
    },
    {
      name: "a-rule-that-allows-any-host-names-every-host",
      anchor: 'parts?.host.kind !== "any" && matches(probe(host))',
      replacement: "parts !== undefined && matches(probe(host))",
      tests: RULES,
    },
    {
      name: "a-shipped-rule-about-a-host-names-it",
      anchor:
        'rule.action === "allow" && rule.scope !== "default" && rule.permission === "net.fetch"',
      replacement: 'rule.action === "allow" && rule.permission === "net.fetch"',
      tests: RULES,
    },
    {
      name: "one-named-place-opens-a-tool-for-all",
      anchor: "destinations.every(names)",
      replacement: "destinations.some(names)",
      tests: RULES,
    },
    {
      name: "what-is-denied-for-some-places-is-open-where-the-place-is-unknown",
      anchor: 'if (place === null || value === null) return rule.action === "deny";',
      replacement: "if (place === null || value === null) return false;",
      tests: RULES,
    },
  ],
};
