/** Mistakes in what a process may reach: a mask that is missing, an exception too many, an approval that opens more than it says. */
import type { Area } from "../fault.ts";

const POLICY = "packages/kernel/src/policy";

export const CONFINEMENT_FAULTS: Area = {
  name: "confinement",
  in: "packages/kernel/src/confinement",
  tests: [
    ["packages/kernel/src/confinement/compute-confinement.test.ts"],
    [
      "packages/kernel/src/confinement/confinement.property.test.ts",
      "packages/kernel/src/runtime/landing/landing.property.test.ts",
      "test/road/landing.test.ts",
    ],
  ],
  faults: [
    {
      name: "of-two-confinements-only-one-closes-reading",
      anchor: "masks: [...one.read.masks, ...other.read.masks]",
      replacement: "masks: [...one.read.masks]",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "of-two-confinements-only-one-closes-the-network",
      anchor: "masks: [...one.network.masks, ...other.network.masks]",
      replacement: "masks: [...one.network.masks]",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-final-deny-has-exceptions",
      anchor: 'if (rule.scope === "manifest" && rule.action === "deny") return [];',
      replacement: "",
    },
    {
      name: "the-default-policy-opens-a-mask",
      anchor: 'if (other.action === "allow") return other.scope !== "default";',
      replacement: 'if (other.action === "allow") return true;',
    },
    {
      name: "a-wider-allowance-opens-a-mask",
      anchor: "opens(other, rule) && policy.order.isMoreSpecific(other, rule, kind),",
      replacement: "opens(other, rule) && !policy.order.isMoreSpecific(rule, other, kind),",
    },
    {
      name: "an-ask-does-not-displace-a-deny",
      anchor: 'return other.action === "ask" && masked.action === "deny";',
      replacement: 'return other.action === "ask" && masked.action === "ask";',
    },
    {
      name: "what-is-asked-about-is-not-masked",
      anchor: 'if (action === "allow") return []; const except',
      replacement: 'if (action !== "deny") return []; const except',
    },
    {
      name: "a-mask-is-compared-exactly",
      anchor:
        "return texts(rule.paths).map((pattern) => ({ pattern, except, action, folded: true }));",
      replacement:
        "return texts(rule.paths).map((pattern) => ({ pattern, except, action, folded: false }));",
    },
    {
      name: "reads-are-masked-by-rules-about-writes",
      anchor:
        'masks: [...ruleMasks(policy, "fs.read"), ...programMasks(named, workspace), ...closed],',
      replacement:
        'masks: [...ruleMasks(policy, "fs.write"), ...programMasks(named, workspace), ...closed],',
    },
    {
      name: "user-data-is-open-for-reading",
      anchor:
        'masks: [...ruleMasks(policy, "fs.read"), ...programMasks(named, workspace), ...closed],',
      replacement: 'masks: [...ruleMasks(policy, "fs.read"), ...programMasks(named, workspace)],',
    },
    {
      name: "user-data-is-open-for-writing",
      anchor: "...protectedMasks(policy, input), ...closed,",
      replacement: "...protectedMasks(policy, input),",
    },
    {
      name: "protected-files-are-not-masked",
      anchor: "...protectedMasks(policy, input), ...closed,",
      replacement: "...closed,",
    },
    {
      name: "any-allowance-opens-a-protected-file",
      anchor: 'rule.action === "allow" && rule.literal && rule.scope !== "default"',
      replacement: 'rule.action === "allow" && rule.scope !== "default"',
    },
    {
      name: "what-steers-git-is-writable-on-a-view",
      anchor: "except: steering.has(pattern) ? except : [...except, ...lands],",
      replacement: "except: [...except, ...lands],",
      tests: ["test/road/landing.test.ts"],
    },
    {
      name: "a-deny-is-writable-on-a-view",
      anchor: 'mask.action === "deny" ? mask : { ...mask, except: [...mask.except, ...lands] },',
      replacement: "({ ...mask, except: [...mask.except, ...lands] }),",
      tests: ["test/road/landing.test.ts"],
    },
    {
      name: "what-asks-is-read-only-on-a-view",
      anchor: 'mask.action === "deny" ? mask : { ...mask, except: [...mask.except, ...lands] },',
      replacement: "lands.length < 0 ? { ...mask } : mask,",
      tests: ["test/road/landing.test.ts"],
    },
    {
      name: "a-contained-call-writes-wherever-its-tool-may",
      anchor: "reach: contained ? [...writable, input.containedWritable] : writable,",
      replacement: "reach: writable,",
    },
    {
      name: "a-contained-call-has-the-network",
      anchor: 'if (contained) return { access: "none", reach: [], masks: [], opened: [] };',
      replacement: "void contained;",
    },
    {
      name: "an-approval-opens-the-network-of-a-contained-call",
      anchor: 'network: network.access === "none" ? network : { ...network, opened: hosts },',
      replacement: 'network: { ...network, access: "relay", opened: hosts },',
    },
    {
      name: "an-approved-read-opens-a-write",
      anchor: 'write: { ...write, opened: openedPaths(approved, "fs.write") },',
      replacement: 'write: { ...write, opened: openedPaths(approved, "fs.read") },',
    },
    {
      name: "an-approved-name-is-read-as-a-pattern",
      anchor: "target.tree === true ? `${escapeGlob(path)}/**` : escapeGlob(path),",
      replacement: "target.tree === true ? `${escapeGlob(path)}/**` : path,",
    },
    {
      name: "an-approved-file-opens-a-folder",
      anchor: "target.tree === true ? `${escapeGlob(path)}/**` : escapeGlob(path),",
      replacement: "target.tree === true ? `${escapeGlob(path)}/**` : `${escapeGlob(path)}**`,",
    },
    {
      name: "a-denied-program-is-there",
      anchor: "...(absent.length === 0 ? {} : { absentPrograms: absent }),",
      replacement: "...(absent.length >= 0 ? {} : { absentPrograms: absent }),",
      tests: ["packages/kernel/src/confinement/compute-confinement.test.ts"],
    },
    {
      name: "an-approval-opens-a-deny",
      anchor: 'return holding.every((mask) => mask.action === "ask") && isOpened();',
      replacement: "return holding.length > 0 && isOpened();",
    },
    {
      name: "one-scope-of-the-reach-is-enough",
      anchor:
        "if (!reach.every((scope) => scope.some((pattern) => pattern.matches(path)))) return false;",
      replacement:
        "if (!reach.some((scope) => scope.some((pattern) => pattern.matches(path)))) return false;",
    },
    {
      name: "only-the-name-of-a-file-is-asked-about",
      anchor: "return [access.path, access.real].every((path) => permitted(access, path));",
      replacement: "return [access.path].every((path) => permitted(access, path));",
    },
    {
      name: "a-tree-is-written-around-its-masks",
      anchor: 'const holds = access.capability === "fs.read" ? decidesTree : holdsPartOfTree;',
      replacement: "const holds = decidesTree; void holdsPartOfTree;",
    },
    {
      name: "an-exception-of-part-opens-a-whole-tree",
      anchor: "return pattern.reaches(root) && !except.some((open) => open.coversTree(root));",
      replacement: "return pattern.reaches(root) && !except.some((open) => open.reaches(root));",
    },
    {
      name: "a-host-is-masked-by-its-exact-name",
      anchor: "pattern.matchesBroadly(target) && !opensAll",
      replacement: "pattern.matches(target) && !opensAll",
    },
    {
      name: "an-approved-host-is-open-on-every-port",
      anchor: "const name = `${canonicalHost(target.host)}:${target.port}`;",
      replacement:
        "const name = [...opened].find((one) => one.startsWith(`${canonicalHost(target.host)}:`)) ?? ``;",
    },
    {
      name: "a-narrower-allowance-leaves-a-program-absent",
      in: `${POLICY}/denied-programs.ts`,
      anchor: 'const isWhole = rule.scope === "manifest" || !hasExceptions(rule, rules, policy);',
      replacement: "const isWhole = rules.length > 0 || !hasExceptions(rule, rules, policy);",
      tests: [`${POLICY}/denied-programs.test.ts`],
    },
    {
      name: "a-partial-deny-takes-the-program-away",
      in: `${POLICY}/denied-programs.ts`,
      anchor: "if (isWhole && words.length === 1 && rest",
      replacement: "if (isWhole && rest",
      tests: [`${POLICY}/denied-programs.test.ts`],
    },
    {
      name: "a-program-denied-by-its-path-is-there",
      in: `${POLICY}/denied-programs.ts`,
      anchor: 'return name.slice(name.lastIndexOf("/") + 1);',
      replacement: "return name;",
      tests: [`${POLICY}/denied-programs.test.ts`],
    },
  ],
};
