/** Mistakes in how rules are read, matched and weighed, and in what a call may reach. */
import type { Area } from "../fault.ts";

export const POLICY_FAULTS: Area = {
  name: "policy",
  in: "packages/kernel/src/policy",
  tests: [
    ["packages/kernel/src/policy"],
    ["test/road/default-policy.test.ts", "packages/readings/src"],
  ],
  faults: [
    {
      name: "a-deny-of-the-manifest-can-be-overruled",
      anchor: 'return rule.scope === "manifest" && rule.action === "deny";',
      replacement: 'return rule.scope === "manifest" && rule.action === "ask";',
    },
    {
      name: "an-explicit-rule-does-not-silence-the-default-policy",
      anchor: 'matching.filter((rule) => rule.scope !== "default" || rule.action !== "allow")',
      replacement: "matching",
    },
    {
      name: "an-explicit-rule-silences-the-denials-of-the-default-policy",
      anchor: 'rule.scope !== "default" || rule.action !== "allow"',
      replacement: 'rule.scope !== "default"',
    },
    {
      name: "the-mildest-of-equal-rules-wins",
      anchor: "SEVERITY[rule.action] > SEVERITY[winner.action]",
      replacement: "SEVERITY[rule.action] < SEVERITY[winner.action]",
    },
    {
      name: "at-equal-severity-a-wildcard-goes-first",
      anchor: "return rule.literal && !winner.literal;",
      replacement: "return !rule.literal && winner.literal;",
    },
    {
      name: "a-wider-rule-displaces-a-narrower-one",
      anchor: "if (order.isMoreSpecific(other, rule, kind)) return true;",
      replacement: "if (order.isMoreSpecific(rule, other, kind)) return true;",
    },
    {
      name: "a-rule-about-part-of-a-tree-displaces-one-about-all-of-it",
      anchor: "if (displaces !== undefined && !displaces(other)) continue;",
      replacement: "",
    },
    {
      name: "the-folder-of-approvals-and-keys-is-open",
      anchor: "if (roots.closed.length === 0) return false;",
      replacement: "if (roots.closed.length >= 0) return false;",
    },
    {
      name: "a-closed-place-is-open-in-another-spelling",
      anchor: "roots.closed.some((pattern) => pattern.matchesSubjectFolded(subject))",
      replacement: "roots.closed.some((pattern) => pattern.matchesSubject(subject))",
    },
    {
      name: "scratch-inside-a-closed-place-is-closed",
      anchor: "&& !roots.open.some((pattern) => pattern.matchesSubject(subject))",
      replacement: "",
    },
    {
      name: "a-tree-around-a-closed-place-can-be-written",
      anchor: "return !holdsClosed(closed, target.path) && !holdsClosed(closed, target.real);",
      replacement: "return true;",
    },
    {
      name: "a-link-leads-into-a-closed-place",
      anchor: "if (target.real !== target.path && isClosed(closed, target.real)) return false;",
      replacement: "",
    },
    {
      name: "an-unknown-key-in-a-rule-is-passed-over",
      anchor: "if (KEYS.has(key)) continue;",
      replacement: "if (key) continue;",
    },
    {
      name: "an-unknown-action-in-a-rule-is-passed-over",
      anchor: "if (!ACTIONS.has(action))",
      replacement: "if (!action)",
    },
    {
      name: "the-examples-of-a-rule-are-not-checked",
      anchor: "checkExamples(rule, place);",
      replacement: "",
    },
    {
      name: "an-undefined-variable-gives-a-rule-about-nothing",
      anchor: "if (!isKnown && !Object.hasOwn(expansion.variables, name))",
      replacement: "if (!name)",
    },
    {
      name: "the-value-of-a-variable-is-read-as-a-glob",
      anchor: "expand(pattern, { variables, write: escapeGlob })",
      replacement: "expand(pattern, { variables, write: (value) => value })",
    },
    {
      name: "a-pattern-may-have-any-number-of-alternatives",
      in: "packages/kernel/src/policy/pattern/expand-variables.ts",
      anchor: "if (texts.length > MAX_ALTERNATIVES)",
      replacement: "if (texts.length < 0)",
    },
    {
      name: "a-rule-with-a-star-counts-as-literal",
      anchor: "const isPlain = !/[*?]/.test(pattern);",
      replacement: "const isPlain = true;",
    },
    {
      name: "a-rule-about-every-tool-binds-one-tool-only",
      anchor: ": toolId.startsWith(rule.permissionPrefix);",
      replacement: ": toolId === rule.permissionPrefix;",
    },
    {
      name: "the-rules-of-a-tool-bind-what-its-commands-touch",
      anchor: 'const isOwn = resource.via === "argument" || resource.via === "unit";',
      replacement: "const isOwn = true;",
    },
    {
      name: "the-rules-of-a-tool-do-not-bind-its-commands",
      anchor: 'const isOwn = resource.via === "argument" || resource.via === "unit";',
      replacement: 'const isOwn = resource.via === "argument";',
    },
    {
      name: "allow-everything-covers-what-was-not-understood-beside-a-deny",
      anchor: 'found.action !== "allow" || rules.every((rule) => rule.action === "allow")',
      replacement: 'found.action !== "allow" || rules.length > 0',
    },
    {
      name: "a-file-is-judged-by-its-lexical-path-only",
      anchor: "return path === real ? lexical : severerFinding(lexical, judge(real));",
      replacement: "return path === real ? lexical : lexical;",
    },
    {
      name: "a-file-is-judged-by-its-real-path-only",
      anchor: "return path === real ? lexical : severerFinding(lexical, judge(real));",
      replacement: "return path === real ? lexical : judge(real);",
    },
    {
      name: "one-allowed-name-of-a-file-is-enough",
      anchor: "return finding.action === null ? 1 : 0;",
      replacement: "return finding.action === null ? 0 : 1;",
    },
    {
      name: "the-cuts-of-one-name-of-a-tree-are-lost",
      anchor: "[...new Set([...first.cuts, ...second.cuts])]",
      replacement: "[...first.cuts]",
    },
    {
      name: "a-restriction-that-names-the-root-of-a-tree-does-not-bind-it",
      anchor: 'coversTree(rule, tree) || (rule.action !== "allow" && matchesPath(rule, tree.path))',
      replacement: "coversTree(rule, tree)",
    },
    {
      name: "a-restriction-inside-a-tree-that-is-read-cuts-nothing",
      anchor: "return cuts.length === 0 ? found : { ...found, cuts };",
      replacement: "return found;",
    },
    {
      name: "a-restriction-inside-a-tree-that-is-written-is-not-heard",
      anchor: 'coversTree(rule, tree) || (rule.action !== "allow" && reachesTree(rule, tree))',
      replacement: "coversTree(rule, tree)",
    },
    {
      name: "an-incomplete-listing-of-a-tree-is-taken-for-all-of-it",
      anchor: "if (target.entries?.complete === true)",
      replacement: "if (target.entries !== undefined)",
    },
    {
      name: "the-entries-of-a-listed-tree-are-not-judged",
      anchor: "found.action === null ? severest : severerFinding(severest, found)",
      replacement: "severest",
    },
    {
      name: "an-allow-matches-whatever-the-letter-case",
      anchor:
        'if (rule.action === "allow") { for (const pattern of rule.paths) if (pattern.matchesSubject(subject)) return true;',
      replacement:
        'if (rule.action === "allow") { for (const pattern of rule.paths) if (pattern.matchesSubjectFolded(subject)) return true;',
    },
    {
      name: "a-deny-matches-in-one-spelling-only",
      anchor:
        "for (const pattern of rule.paths) if (pattern.matchesSubjectFolded(subject)) return true;",
      replacement:
        "for (const pattern of rule.paths) if (pattern.matchesSubject(subject)) return true;",
    },
    {
      name: "a-path-that-is-not-normal-may-be-allowed",
      anchor: "matchesSubject: (subject) => subject.trusted && anyTests(exact, subject.text),",
      replacement: "matchesSubject: (subject) => anyTests(exact, subject.text),",
    },
    {
      name: "a-tree-that-is-not-normal-may-be-allowed",
      anchor: "path.trusted && coversOne(exact, tree)",
      replacement: "coversOne(exact, tree)",
    },
    {
      name: "a-path-with-a-nul-is-normal",
      anchor: 'return !path.includes("\\0");',
      replacement: "return true;",
    },
    {
      name: "a-denied-command-runs-under-another-reading",
      anchor: "(unit.alternates?.some((argv) => pattern.matchesBasename(argv)) ?? false)",
      replacement: "false",
    },
    {
      name: "a-denied-program-runs-by-its-path",
      anchor: 'return folded.test(lower) || folded.test(lower.slice(lower.lastIndexOf("/") + 1));',
      replacement: "return folded.test(lower);",
    },
    {
      name: "a-denied-program-runs-in-capitals",
      anchor: "const lower = lowerAscii(name);",
      replacement: "const lower = name;",
    },
    {
      name: "an-allowed-program-runs-by-any-path",
      anchor: 'return word.test(name) && name.split("/").length - 1 === countSlashes(word);',
      replacement: "return word.test(name);",
    },
    {
      name: "an-allowed-command-may-have-more-words",
      anchor: "argv.length < words.length || (!rest && argv.length > words.length)",
      replacement: "argv.length < words.length",
    },
    {
      name: "a-word-that-is-not-known-is-allowed",
      anchor: '(typeof given !== "string" || !word.test(given))',
      replacement: '(typeof given === "string" && !word.test(given))',
    },
    {
      name: "a-wildcard-reaches-this-machine",
      anchor: "if (!isPublicHost(host)) return false; return parts.host.kind",
      replacement: "return parts.host.kind",
    },
    {
      name: "a-host-without-a-port-is-allowed-on-every-port",
      anchor:
        "return Object.hasOwn(DEFAULT_PORTS, scheme) && DEFAULT_PORTS[scheme] === target.port;",
      replacement: "return Object.hasOwn(DEFAULT_PORTS, scheme);",
    },
    {
      name: "a-wildcard-for-subdomains-matches-a-name-that-ends-alike",
      anchor: 'host: { kind: "suffix", suffix: `.${name}` }',
      replacement: 'host: { kind: "suffix", suffix: name }',
    },
    {
      name: "a-denied-address-is-reached-in-its-other-form",
      anchor: "const own = address.embedded ?? address.text;",
      replacement: "const own = address.text;",
    },
    {
      name: "a-deny-of-a-host-binds-its-default-port-only",
      anchor: '(typeof parts.port !== "number" || parts.port === target.port) &&',
      replacement: "portFits(parts, target) &&",
    },
    {
      name: "a-rule-for-one-port-contains-the-whole-host",
      anchor: 'port: (wide, narrow) => typeof wide !== "number" || wide === narrow,',
      replacement: "port: () => true,",
    },
    {
      name: "reach-looks-at-the-lexical-path-only",
      anchor: "inside(target.path) && (target.real === target.path || inside(target.real))",
      replacement: "inside(target.path)",
    },
    {
      name: "a-tree-is-in-reach-when-its-root-is",
      anchor: "return patterns.some((pattern) => pattern.coversTree(path));",
      replacement: "return patterns.some((pattern) => pattern.matches(path));",
    },
    {
      name: "an-opaque-command-is-in-reach-of-any-tool",
      anchor: 'target.of !== "shell.run" || scope.shell.some(isUnrestricted)',
      replacement: "true",
    },
    {
      name: "one-requirement-set-in-reach-is-enough",
      anchor: "scopes.every((scope) => inScope(scope, target))",
      replacement: "(scopes.length === 0 || scopes.some((scope) => inScope(scope, target)))",
    },
    {
      name: "a-tool-may-add-words-to-its-own-command",
      anchor: "args.length === argv.length - 1 && args.every(",
      replacement: "args.every(",
    },
    {
      name: "a-prefix-in-a-requirement-fits-anything",
      anchor: "word.startsWith(pattern.prefix)",
      replacement: "word.length > 0",
    },
    {
      name: "a-protected-name-in-capitals-is-not-protected",
      anchor: 'trimEnd(foldText(stem), ". ")',
      replacement: 'trimEnd(stem, ". ")',
    },
    {
      name: "a-protected-name-with-a-dot-behind-it-is-not-protected",
      anchor: 'trimEnd(foldText(stem), ". ")',
      replacement: "foldText(stem)",
    },
    {
      name: "a-link-in-a-git-folder-is-not-protected",
      anchor: 'if (type === "link") return steering',
      replacement: "if (inside.length > 9) return steering",
    },
    {
      name: "a-folder-above-the-workspace-makes-it-a-dependency",
      anchor: "posixPath .below(root, path) .split",
      replacement: "path .split",
    },
    {
      name: "a-program-with-a-narrower-allowance-is-absent",
      anchor: 'rule.scope === "manifest" || !hasExceptions(rule, rules, policy)',
      replacement: "true",
    },
    {
      name: "the-short-name-of-a-protected-folder-is-not-protected",
      anchor: 'return name === "git~1" ? ".git" : name;',
      replacement: "return name;",
    },
    {
      name: "the-star-of-a-permission-contains-capabilities",
      anchor: "!isCapability(narrow.permission) && start.startsWith(wide.permissionPrefix)",
      replacement: "start.startsWith(wide.permissionPrefix)",
    },
    {
      name: "equal-rules-displace-one-another",
      anchor: "return contains(wide, narrow, kind) && !contains(narrow, wide, kind);",
      replacement: "return contains(wide, narrow, kind);",
    },
  ],
};
