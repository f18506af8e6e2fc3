/** Mistakes in judging what a command changed: a deny that is passed by, a question that hides a path, an answer that lands more. */
import type { Area } from "../fault.ts";

const JUDGE = ["packages/kernel/src/judge/judge-change.test.ts"];
const ROAD = ["test/road/landing.test.ts"];
const PERSON = ["test/library/landings.test.ts"];
const PROTECTED = ["packages/kernel/src/policy/protected/protected-paths.test.ts"];
const PARTIAL = ["packages/kernel/src/judge/partial-deny.test.ts"];
const POLICY = "packages/kernel/src/policy";
const RUNTIME = "packages/kernel/src/runtime/landing/create-landing-judge.ts";

export const CHANGE_JUDGE_FAULTS: Area = {
  name: "change-judge",
  in: "packages/kernel/src/judge",
  tests: [JUDGE, ROAD],
  faults: [
    {
      name: "a-change-outside-reach-lands",
      anchor: "if (gitFolder === undefined && !view.reach.contains(target)) return {",
      replacement: "if (gitFolder !== undefined && !view.reach.contains(target)) return {",
    },
    {
      name: "a-denied-change-lands",
      anchor: 'if (finding.action === "deny") return ruled(finding, { action: "deny", target });',
      replacement:
        'if (finding.action === "deny" && finding.winner === undefined) return ruled(finding, { action: "deny", target });',
    },
    {
      name: "an-approval-lands-what-is-denied",
      in: "packages/kernel/src/judge/judge-change.ts",
      anchor: "const finding = evaluatePolicies(view.policies,",
      replacement:
        "if (view.isApproved(target)) return null; const finding = evaluatePolicies(view.policies,",
    },
    {
      name: "an-approved-change-is-asked-about-again",
      anchor: "if (view.isApproved(target)) return lossFinding();",
      replacement: "",
    },
    {
      name: "a-change-that-asks-lands",
      anchor: 'if (finding.action === "ask") return ruled(finding, { action: "ask", target });',
      replacement:
        'if (finding.action === "ask" && finding.winner === undefined) return ruled(finding, { action: "ask", target });',
    },
    {
      name: "any-allowance-lands-a-protected-file",
      in: "packages/kernel/src/judge/judge-change.ts",
      anchor: 'if (finding.action === "allow" && finding.literal) return lossFinding();',
      replacement: 'if (finding.action === "allow") return lossFinding();',
    },
    {
      name: "an-approved-change-gives-the-undo-of-others-away",
      anchor: "if (view.isApproved(target)) return lossFinding();",
      replacement: "if (view.isApproved(target)) return null;",
    },
    {
      name: "an-allowed-change-gives-the-undo-of-others-away",
      anchor: 'if (finding.action === "allow" && finding.literal) return lossFinding();',
      replacement: 'if (finding.action === "allow" && finding.literal) return null;',
    },
    {
      name: "what-cannot-be-undone-is-not-asked-about",
      anchor: "if (unkept !== true && displaces !== true) return null; const loss",
      replacement: "if (displaces !== true) return null; const loss",
    },
    {
      name: "a-change-is-judged-by-its-name-only",
      anchor:
        "const real = root === undefined ? path : `${root.real}${path.slice(root.path.length)}`;",
      replacement: "const real = path;",
    },
    {
      name: "a-folder-that-goes-is-judged-by-its-name",
      anchor: 'if (tree !== true) return { capability: "fs.write", path, real };',
      replacement:
        'if (tree !== undefined || path !== "") return { capability: "fs.write", path, real };',
    },
    {
      name: "a-folder-that-could-not-be-listed-goes",
      anchor: "if (target.entries?.complete !== true) return {",
      replacement: "if (target.entries === undefined) return {",
    },
    {
      name: "protected-files-go-with-their-folder",
      anchor: "for (const path of target.entries.paths) {",
      replacement: "for (const path of target.entries.paths.slice(0, 0)) {",
    },
    {
      name: "a-neighbour-of-a-git-folder-is-in-it",
      anchor: "view.gitFolders.find((folder) => isWithin(target.path, folder))",
      replacement: "view.gitFolders.find((folder) => target.path.startsWith(folder))",
    },
    {
      name: "what-steers-git-is-not-shown-first",
      anchor: "result: () => ({ denied, asking: [...steering, ...asking] }),",
      replacement: "result: () => ({ denied, asking: [...asking, ...steering] }),",
      tests: JUDGE,
    },
    {
      name: "only-the-first-change-is-judged",
      anchor: "for (const change of set.changes) judged.add(change);",
      replacement: "for (const change of set.changes.slice(0, 1)) judged.add(change);",
      tests: JUDGE,
    },
    {
      name: "a-deny-is-put-to-a-person",
      in: RUNTIME,
      anchor: "if (denied.length > 0) return refuse(call, denied);",
      replacement: "if (denied.length > 0) return ask(call, { set, hold }, denied);",
      tests: ROAD,
    },
    {
      name: "what-asks-lands-where-nobody-is",
      in: RUNTIME,
      anchor: "if (!call.session.questions) return refuse(call, asking,",
      replacement:
        'if (!call.session.questions) return { land: "all" }; if (asking.length < 0) return refuse(call, asking,',
      tests: ROAD,
    },
    {
      name: "people-are-asked-about-more-than-they-read",
      in: RUNTIME,
      anchor: "if (asking.length > MOST_ASKED)",
      replacement: "if (asking.length > MOST_ASKED * 2)",
      tests: ROAD,
    },
    {
      name: "other-content-than-was-shown-lands",
      in: RUNTIME,
      anchor: "if (contents !== undefined && (await hold?.()) !== contents)",
      replacement: 'if (contents === "never" && (await hold?.()) !== contents)',
      tests: ["test/agent/waiting-landing.test.ts"],
    },
    {
      name: "the-question-does-not-show-what-changed",
      in: RUNTIME,
      anchor: "changeSet: { ...shownPart(set, asking),",
      replacement:
        "changeSet: { ...shownPart({ ...set, changes: asking.map(({ change }) => change) }, asking),",
      tests: ROAD,
    },
    {
      name: "a-large-set-hides-what-asks",
      in: RUNTIME,
      anchor: "const first = new Set(asking.map(({ change }) => change));",
      replacement: "const first = new Set(asking.slice(0, 0).map(({ change }) => change));",
      tests: ROAD,
    },
    {
      name: "a-call-that-was-stopped-meanwhile-lands",
      in: RUNTIME,
      anchor: 'if (asking.length === 0) return stopped(call) ?? { land: "all" };',
      replacement: 'if (asking.length === 0) return { land: "all" };',
      tests: ROAD,
    },
    {
      name: "an-answer-without-paths-lands-all",
      in: RUNTIME,
      anchor:
        '? { land: "some", without, unkept: "accepted" } : kept(unknownPaths(set, answer.paths));',
      replacement: '? { land: "all", unkept: "accepted" } : kept(unknownPaths(set, answer.paths));',
      tests: ROAD,
    },
    {
      name: "a-path-that-is-not-in-the-set-is-passed-over",
      in: RUNTIME,
      anchor: "if (found.length === 0) return null;",
      replacement: "",
      tests: ROAD,
    },
    {
      name: "a-rejected-set-waits",
      in: RUNTIME,
      anchor: 'return { land: "none", drop: true, refused: refused.slice(0, MOST_REFUSED) };',
      replacement: 'return { land: "none", drop: false, refused: refused.slice(0, MOST_REFUSED) };',
      tests: ROAD,
    },
    {
      name: "a-person-lands-what-is-denied",
      in: RUNTIME,
      anchor: "if (refused.length > 0) return kept(refused.map(asRefused));",
      replacement: "",
      tests: PERSON,
    },
    {
      name: "a-person-cannot-leave-out-what-is-denied",
      in: RUNTIME,
      anchor: "const refused = denied.filter(({ change }) => !left.includes(change.path));",
      replacement: "const refused = denied;",
      tests: PERSON,
    },
    {
      name: "a-person-leaves-out-a-folder-but-not-what-is-in-it",
      in: RUNTIME,
      anchor: "isWithin(path, name));",
      replacement: "path === name);",
      tests: PERSON,
    },
    {
      name: "inline-code-counts-as-read",
      anchor: 'if (resource.capability === "opaque") return resource.unreadProgram === true;',
      replacement:
        'if (resource.capability === "opaque") return resource.unreadProgram === undefined;',
      tests: PARTIAL,
    },
    {
      name: "a-restriction-cannot-deny-part-of-a-program",
      anchor: "for (const policy of [base, ...restrictions]) for (const denied of deniedPrograms",
      replacement:
        "for (const policy of [base, ...restrictions.slice(0, 0)]) for (const denied of deniedPrograms",
      tests: PARTIAL,
    },
    {
      name: "a-whole-deny-counts-as-partial",
      in: `${POLICY}/denied-programs.ts`,
      anchor: "named.add(name); else partial.push",
      replacement: "named.add(name); partial.push",
      tests: PARTIAL,
    },
    {
      name: "hooks-of-git-are-its-data",
      in: `${POLICY}/protected/git-files.ts`,
      anchor: '{ pattern: "hooks/**", why: "git runs its hooks" },',
      replacement: "",
      tests: PROTECTED,
    },
    {
      name: "a-worktrees-way-to-its-repository-is-data",
      in: `${POLICY}/protected/git-files.ts`,
      anchor:
        '{ pattern: "worktrees/*/commondir", why: "it leads git to another folder\'s settings" },',
      replacement: "",
      tests: PROTECTED,
    },
    {
      name: "every-file-of-an-editors-folder-asks",
      in: `${POLICY}/protected/editor-files.ts`,
      anchor: 'pattern: ".vscode/{tasks,settings,launch,mcp}.json"',
      replacement: 'pattern: ".vscode/**"',
      tests: PROTECTED,
    },
    {
      name: "a-link-inside-git-is-its-data",
      in: `${POLICY}/protected/protected-paths.ts`,
      anchor: 'if (type === "link") return steering(name, "a link in it leads git elsewhere");',
      replacement: "",
      tests: PROTECTED,
    },
    {
      name: "git-as-a-file-leads-nowhere",
      in: `${POLICY}/protected/protected-paths.ts`,
      anchor: 'return steering(".git", `as a ${type} it leads git to another folder`);',
      replacement: "return null;",
      tests: PROTECTED,
    },
    {
      name: "folders-above-the-workspace-are-dependencies",
      in: `${POLICY}/protected/protected-paths.ts`,
      anchor: 'return posixPath .below(root, path) .split("/")',
      replacement: 'return path.split("/")',
      tests: PROTECTED,
    },
    {
      name: "nobody-hears-that-the-journal-lets-go",
      anchor: "if (unkept !== true && displaces !== true) return null;",
      replacement: "if (unkept !== true) return null;",
    },
  ],
};
