// data table: deliberate mistakes, one by one.
/** Mistakes in how a command's changes become real: what is read of them, conflicts, plan, steps, recovery, and what undo keeps. */
import type { Area } from "../fault.ts";

const LANDING = ["test/host/landing/landing.test.ts"];
const CONFLICTS = ["test/host/landing/conflicts.test.ts"];
const WAITING = ["test/host/landing/waiting.test.ts"];
const RECOVER = ["test/host/landing/recover.test.ts"];
const CRASH = ["test/host/landing/crash.test.ts"];
const STOPPED = ["test/host/landing/stopped-machine.test.ts"];
const LOCKS = ["packages/sandbox/src/landing/disk/lock-roots.test.ts"];
const ORDINARY = ["test/host/landing/ordinary-user.test.ts"];
const JOURNAL = ["packages/sandbox/src/landing/steps/landed-journal.test.ts"];
const HARD_LINKS = ["test/host/landing/hard-links.test.ts"];

export const LANDING_FAULTS: Area = {
  name: "landing",
  in: "packages/sandbox/src/landing",
  tests: [RECOVER, LANDING, [...WAITING, ...CONFLICTS], CRASH],
  faults: [
    {
      name: "what-others-can-still-write-lands",
      anchor: 'if (how.held === true) return drop({ call, read }, "failed", heldBy(call));',
      replacement: "",
      tests: ["test/host/product/handed-over.attack.test.ts"],
    },
    {
      name: "a-lost-machine-is-taken-for-a-killed-process",
      anchor: "const wasLost = boot !== undefined && boot !== bootId();",
      replacement: "const wasLost = boot === bootId() && boot === undefined;",
      tests: STOPPED,
    },
    {
      name: "what-was-cut-off-stays",
      anchor: "return stat.isFile() && Number(stat.mtimeMs) > end.atMs;",
      replacement: "return stat.isFile() && Number(stat.mtimeMs) !== end.atMs;",
      tests: STOPPED,
    },
    {
      name: "the-oldest-of-two-lost-landings-is-taken-back-first",
      anchor: "namesIn(parts.calls).toSorted().reverse()",
      replacement: "namesIn(parts.calls).toSorted()",
      tests: STOPPED,
    },
    {
      name: "a-plan-ends-before-the-disk-has-it",
      anchor: "await now.at(-1)?.sync();",
      replacement: "void now.at(-1)?.sync().catch(onFault);",
      tests: ["packages/sandbox/src/landing/steps/late-syncs.test.ts"],
    },
    {
      name: "a-plan-ends-before-the-store-has-its-entries-on-disk",
      anchor: "await store.flush?.();",
      replacement: "void store.flush?.();",
      tests: STOPPED,
    },
    {
      name: "a-store-is-not-asked-again-for-what-it-did-not-bring-to-disk",
      anchor: "flushesLater: store.flush !== undefined",
      replacement: "flushesLater: store.journal !== undefined",
      tests: STOPPED,
    },
    {
      name: "what-was-done-to-a-file-after-our-link-is-taken-for-the-link",
      anchor: "folder !== null && stat.ctimeNs <= folder.mtimeNs;",
      replacement: "folder !== null;",
      tests: CRASH,
    },
    {
      name: "a-link-of-a-step-that-was-cut-short-is-somebody-elses",
      anchor: "(mayBeDone && isHalfKept(stat, step)) ||",
      replacement: "",
      tests: CRASH,
    },
    {
      name: "what-a-step-replaces-is-not-kept",
      anchor: "if (step.keeps === true) keepStanding(path, step, { mayBeDone, half });",
      replacement: "",
      tests: LANDING,
    },
    {
      name: "any-number-of-landings-waits-for-the-disk",
      anchor: "if (pending >= MAX_PENDING) await",
      replacement: "if (pending < 0) await",
      tests: ["packages/sandbox/src/landing/steps/late-syncs.test.ts"],
    },
    {
      name: "a-whiteout-is-read-as-a-file",
      anchor:
        "if (upper.isCharacterDevice() && upper.rdev === 0n) readWhiteout(folder, path, root);",
      replacement: 'if (path === "\\0") readWhiteout(folder, path, root);',
      tests: LANDING,
    },
    {
      name: "what-a-mask-hid-is-read-as-deleted",
      anchor: "if (isNew || isMasked(layer, at)) return removeName",
      replacement: "if (isNew) return removeName",
      tests: ["packages/sandbox/src/landing/upper/read-upper.test.ts"],
    },
    {
      name: "a-mask-hides-only-the-name-itself",
      anchor: 'const stat = lookAt(below(mask, names.slice(0, index + 1).join("/")));',
      replacement: 'const stat = lookAt(below(mask, names[index] ?? ""));',
      tests: ["packages/sandbox/src/landing/upper/read-upper.test.ts"],
    },
    {
      name: "a-setuid-bit-lands",
      anchor: "return (modeOf(upper) & 0o6000) === 0 ? null : SET_ID; }",
      replacement: "return (modeOf(upper) & 0o2000) === 0 ? null : SET_ID; }",
      tests: LANDING,
    },
    {
      name: "a-setgid-bit-lands",
      anchor: "return (modeOf(upper) & 0o6000) === 0 ? null : SET_ID; }",
      replacement: "return (modeOf(upper) & 0o4000) === 0 ? null : SET_ID; }",
      tests: LANDING,
    },
    {
      name: "a-new-folder-lands-with-any-setgid-bit",
      anchor: "(bits === 0o2000 && (modeOf(parent) & 0o2000) !== 0)",
      replacement: "bits === 0o2000",
      tests: LANDING,
    },
    {
      name: "a-folder-becomes-setgid",
      anchor: "return (modeOf(upper) & ~modeOf(root) & 0o6000) === 0 ? null : SET_ID;",
      replacement: "return modeOf(upper) === -1 ? SET_ID : null;",
      tests: LANDING,
    },
    {
      name: "an-inherited-setgid-bit-does-not-land",
      anchor: "return bits === 0 || (bits === 0o2000",
      replacement: "return bits === 0 || (bits === 0o4000",
      tests: LANDING,
    },
    {
      name: "a-pipe-lands",
      anchor: 'if (!upper.isFile()) return "it is a device, a pipe or a socket";',
      replacement: "",
      tests: LANDING,
    },
    {
      name: "a-link-lands-inside-git",
      anchor: 'return isGit ? "a link inside .git can lead git elsewhere" : null;',
      replacement: "return null;",
      tests: LANDING,
    },
    {
      name: "only-the-top-of-a-git-folder-is-git",
      anchor: "const isGit = folder.isGit || isGitFolder(name);",
      replacement: "const isGit = isGitFolder(name);",
      tests: LANDING,
    },
    {
      name: "bytes-of-an-upper-layer-are-not-counted",
      anchor: "if (upper.isFile()) reading.bytes += Number(upper.size);",
      replacement: "",
      tests: LANDING,
    },
    {
      name: "the-bound-of-files-is-one-too-small",
      anchor: "if (reading.files > reading.maxUpperFiles) throw",
      replacement: "if (reading.files >= reading.maxUpperFiles) throw",
      tests: LANDING,
    },
    {
      name: "a-replaced-folder-shows-the-old-one",
      anchor: "root?.isDirectory() === true && marks?.opaque !== true;",
      replacement: "root?.isDirectory() === true;",
      tests: LANDING,
    },
    {
      name: "a-folder-that-others-removed-comes-back",
      anchor: "root === null && marks?.origin != null && !marks.opaque",
      replacement: "root === null && marks?.opaque === true && !marks.opaque",
      tests: CONFLICTS,
    },
    {
      name: "a-file-of-the-same-size-and-time-is-the-same",
      anchor: "&& (yield* isUntouched(layer, path))",
      replacement: "",
      tests: LANDING,
    },
    {
      name: "what-was-only-opened-counts-as-changed",
      anchor: "looksUntouched(upper, root) && (yield* isUntouched(layer, path))",
      replacement: "upper === root",
      tests: LANDING,
    },
    {
      name: "the-mode-of-a-folder-does-not-land",
      anchor: "if (modeOf(upper) === shown) return;",
      replacement: 'if (modeOf(upper) === shown || at !== "") return;',
      tests: LANDING,
    },
    {
      name: "what-others-changed-meanwhile-is-overwritten",
      anchor: "return isSameIndex(state, change, { path, stat }) ? null : CHANGED;",
      replacement: "return isSameIndex(state, change, { path, stat }) ? CHANGED : null;",
      tests: CONFLICTS,
    },
    {
      name: "what-others-deleted-meanwhile-comes-back",
      // The search for clashes says it sooner; the step itself must know it.
      anchor: "if (stat === null || String(stat.ino) !== step.was?.ino) return false;",
      replacement:
        "if (stat === null) return true; if (String(stat.ino) !== step.was?.ino) return false;",
      tests: CONFLICTS,
    },
    {
      name: "a-changed-folder-is-removed-all-the-same",
      anchor: "if (tree === true) return (yield* isLater(state, change, path)) ? CHANGED : null;",
      replacement: "if (tree === true) return null;",
      tests: CONFLICTS,
    },
    {
      name: "only-the-top-of-a-removed-folder-is-looked-at",
      anchor: "if (!stat.isDirectory()) return false; for (const name of namesIn(path)) {",
      replacement: "if (stat.ino > 0n) return false; for (const name of namesIn(path)) {",
      tests: CONFLICTS,
    },
    {
      name: "nobody-asks-where-a-new-file-was-copied-from",
      anchor: "else if (isSuspect(change)) suspects.push(change);",
      replacement: "",
      tests: CONFLICTS,
    },
    {
      name: "too-many-new-files-to-ask-about-are-nobodys",
      anchor: "if (suspects.length > MAX_ASKED) return suspects;",
      replacement: "if (suspects.length > MAX_ASKED) return [];",
      tests: CONFLICTS,
    },
    {
      name: "a-renamed-file-is-taken-for-a-deleted-one",
      anchor: "if (!inodes.some((inode) => comesFrom(origin, inode))) deleted.push(change);",
      replacement: "deleted.push(change);",
      tests: CONFLICTS,
    },
    {
      name: "an-index-with-another-entry-is-the-same",
      in: "packages/disk/src/git/tracked",
      anchor: "return first.every((entry, at) => isSameEntry(entry, second[at] as IndexEntry));",
      replacement: "return true;",
      tests: ["packages/disk/src/git/tracked/same-index.test.ts", ...CONFLICTS],
    },
    {
      name: "our-own-change-times-are-somebody-elses",
      anchor: "if (state.own[ownKey(change)] === String(stat.ctimeNs)) return null;",
      replacement: "",
      tests: CRASH,
    },
    {
      name: "a-folder-is-opened-after-what-lies-in-it",
      anchor: "return opens(draft, change) ? 0 : 6;",
      replacement: "return opens(draft, change) ? 6 : 6;",
      tests: ORDINARY,
    },
    {
      name: "a-folder-is-closed-before-what-lies-in-it",
      anchor: "return opens(draft, change) ? 0 : 6;",
      replacement: "return opens(draft, change) ? 0 : 0;",
      tests: ORDINARY,
    },
    {
      name: "what-has-other-links-is-kept-by-a-link",
      anchor: "copiesLinked: true,",
      replacement: "copiesLinked: false,",
      tests: LANDING,
    },
    {
      name: "what-is-left-out-is-copied-along",
      anchor:
        "skips: (source) => leftOut.some((out) => out.root === root && below(upper, out.at) === source),",
      replacement: "",
      tests: LANDING,
    },
    {
      name: "what-is-left-out-is-moved-along",
      anchor: "prunes: prunesOf(draft),",
      replacement: "prunes: prunesOf(draft).slice(0, 0),",
      tests: LANDING,
    },
    {
      name: "a-set-without-a-path-still-removes",
      anchor: '!isLeft(change) && (change.kind === "removed" || change.tree === true)',
      replacement: "!isLeft(change) && change.tree === true",
      tests: LANDING,
    },
    {
      name: "a-set-without-a-path-still-replaces-folders",
      anchor: '!isLeft(change) && (change.kind === "removed" || change.tree === true)',
      replacement: '!isLeft(change) && change.kind === "removed"',
      tests: LANDING,
    },
    {
      name: "the-plan-is-written-after-the-steps",
      anchor:
        "await takeTurns(runSteps(plan, { onStep: set.onStep, isFresh: true, wasJustMade }));",
      replacement:
        "unlinkSync(toFsPath(`${set.folder}/plan.json`)); await takeTurns(runSteps(plan, { onStep: set.onStep, isFresh: true, wasJustMade })); writePlan(set.folder, plan);",
      tests: CRASH,
    },
    {
      name: "what-was-prepared-stays-when-it-is-given-up",
      anchor:
        "closeLandedFolder(made.journal); for (const staging of made.staging) clearTree(staging);",
      replacement: "",
      tests: CRASH,
    },
    {
      name: "conflicts-are-not-looked-for-again-when-it-lands",
      anchor: 'if (clashes.length > 0) return { end: "conflict", refused: clashes };',
      replacement: "",
      tests: CONFLICTS,
    },
    {
      name: "a-step-does-not-look-once-more",
      anchor: "if (String(stat.ctimeNs) === step.was.ctimeNs) return true;",
      replacement: "if (step.was !== undefined) return true;",
      tests: CONFLICTS,
    },
    {
      name: "a-taken-name-counts-as-free",
      anchor:
        "if (stat !== null && String(stat.ino) !== step.ino) throw changedMeanwhile(step.at);",
      replacement: "",
      tests: CONFLICTS,
    },
    {
      name: "a-folder-is-reached-through-a-link",
      anchor: "openSync(toFsPath(path), PIN_FLAGS.folder)",
      replacement: "openSync(toFsPath(path), PIN_FLAGS.followed)",
      in: "packages/sandbox/src/landing/disk/open-folders.ts",
      tests: CONFLICTS,
    },
    {
      name: "steps-that-were-taken-are-not-taken-back",
      anchor:
        "if (begun && folders.length === plan.roots.length) takeAllBack(plan, folders, error);",
      replacement: "",
      tests: CRASH,
    },
    {
      name: "what-another-process-began-is-not-taken-back",
      anchor: "let begun = begunElsewhere;",
      replacement: "let begun = false;",
      tests: CRASH,
    },
    {
      name: "a-mode-is-not-taken-back",
      anchor:
        "if (stat !== null && step.wasMode !== undefined) chmodSync(toFsPath(path), step.wasMode);",
      replacement: "",
      tests: CRASH,
    },
    {
      name: "staging-goes-before-the-plan-says-that-all-is-done",
      anchor: "writePlan(folder, done);",
      replacement: "",
      tests: CRASH,
    },
    {
      name: "an-undo-forgets-a-mode",
      anchor: "entry.mode = { before: step.wasMode ?? 0, after: step.mode ?? 0 }",
      replacement: "entry.mode = { before: step.mode ?? 0, after: step.mode ?? 0 }",
      tests: LANDING,
    },
    {
      name: "an-undo-leaves-what-was-added",
      anchor: 'had: { before: step?.do !== "add", after: step?.do !== "take" },',
      replacement: 'had: { before: true, after: step?.do !== "take" },',
      tests: LANDING,
    },
    {
      name: "what-others-write-through-a-link-comes-back",
      anchor: "renameSync(toFsPath(`${slot}${COPY}`), toFsPath(slot));",
      replacement: "",
      tests: LANDING,
    },
    {
      name: "an-entry-is-written-down-twice",
      anchor: "const fresh = rows.filter(({ id }) => !known.has(id));",
      replacement: "const fresh = rows.filter(({ id }) => !known.has(`-${id}`));",
      tests: RECOVER,
    },
    {
      name: "what-was-finished-is-not-written-down",
      anchor: "if (fresh.length > 0) await parts.store.journal.append(fresh, { durable });",
      replacement: "void fresh;",
      tests: RECOVER,
    },
    {
      name: "a-running-call-is-cleaned-up",
      anchor: "if (owner !== undefined && isProcessRunning(owner, parts.userData)) return;",
      replacement: "",
      tests: RECOVER,
    },
    {
      name: "what-waits-goes-with-its-process",
      anchor: "if (state?.kept === undefined) clearTree(folder);",
      replacement: "clearTree(folder);",
      tests: RECOVER,
    },
    {
      name: "what-an-ended-call-left-stays",
      anchor: "if (state?.kept === undefined) clearTree(folder);",
      replacement: "",
      tests: RECOVER,
    },
    {
      name: "a-recovery-takes-no-lock",
      anchor: "return parts.lock(plan.roots, async () => {",
      replacement:
        "return (async (_roots: unknown, work: () => Promise<void>) => work())(plan.roots, async () => {",
      tests: RECOVER,
    },
    {
      name: "a-finished-plan-is-taken-again",
      anchor: "const isDone = wasLost || plan.done === true || hasLanded(folder);",
      replacement: "const isDone = wasLost;",
      tests: CRASH,
    },
    {
      name: "a-plan-is-dropped-instead-of-finished",
      anchor: "if (readPlan(folder) !== null) await goForward({ folder, plan, state }, parts);",
      replacement: "clearTree(folder);",
      tests: RECOVER,
    },
    {
      name: "a-set-that-was-taken-back-is-lost",
      anchor: "writeState(folder, { ...rest, kept: state.kept ?? { landing, bytes: 0 } });",
      replacement: 'clearTree(rest.owner === undefined ? "" : folder);',
      tests: CRASH,
    },
    {
      name: "what-a-killed-process-staged-stays",
      anchor: "for (const staging of state?.staging ?? []) clearTree(staging); if",
      replacement: "if",
      tests: CRASH,
    },
    {
      name: "a-root-is-locked-by-nothing",
      anchor: 'database.exec("BEGIN EXCLUSIVE");',
      replacement: 'database.exec("BEGIN");',
      tests: LOCKS,
    },
    {
      name: "roots-share-one-lock",
      anchor: 'createHash("sha256").update(root, "latin1")',
      replacement: 'createHash("sha256").update("", "latin1")',
      tests: LOCKS,
    },
    {
      name: "a-lock-is-held-for-good",
      anchor: "for (const letGo of held.reverse()) await letGo();",
      replacement: "held.length = 0;",
      tests: LOCKS,
    },
    {
      name: "a-landing-takes-no-lock",
      anchor: "locks.hold(roots, new AbortController().signal, () =>",
      replacement:
        "((_roots: unknown, _signal: unknown, work: () => Promise<never>) => work())(roots, null, (): Promise<never> =>",
      tests: LANDING,
    },
    {
      name: "an-undo-takes-no-lock",
      anchor: "await lockRoots(list.roots, lock, async () => runMove(job, to));",
      replacement: "void lock; runMove(job, to);",
      tests: RECOVER,
    },
    {
      name: "people-are-asked-about-what-never-lands",
      anchor: 'if (!isPerson && never.length > 0) return keep(asked, "refused", never);',
      replacement: "",
      tests: LANDING,
    },
    {
      name: "people-are-asked-about-what-is-in-conflict",
      anchor: 'if (!isPerson && clashes.length > 0) return keep(asked, "conflict", clashes);',
      replacement: "",
      tests: CONFLICTS,
    },
    {
      name: "a-person-lands-what-never-may",
      anchor: 'if (never.length > 0) return keep(asked, "refused", never); const unkept',
      replacement: "const unkept",
      tests: WAITING,
    },
    {
      name: "what-nobody-judged-lands",
      anchor: 'if (judge === undefined) return keep(asked, "refused", []);',
      replacement: 'if (judge === undefined) return land(asked, { land: "all" });',
      tests: LANDING,
    },
    {
      name: "what-a-judge-failed-at-lands",
      anchor:
        'return keep(asked, "failed", [ { path: call.state.roots[0]?.root ?? "", reason: `nobody decided: ${textOf(error)}` }, ]);',
      replacement: 'void textOf(error); decision = { land: "all" };',
      tests: LANDING,
    },
    {
      name: "paths-that-are-left-out-land",
      anchor: 'const without = decision.land === "some" ? decision.without : [];',
      replacement: "const without: readonly string[] = [];",
      tests: LANDING,
    },
    {
      name: "what-cannot-be-undone-lands-unasked",
      anchor: 'if (unkept.length > 0 && decision.unkept !== "accepted")',
      replacement: "if (unkept.length < 0)",
      tests: LANDING,
    },
    {
      name: "the-journals-bound-is-one-too-small",
      anchor: "if (beforeBytes <= maxJournalBytes)",
      replacement: "if (beforeBytes < maxJournalBytes)",
      tests: LANDING,
    },
    {
      name: "a-stopped-command-lands",
      anchor: 'if (how.stopped) return drop({ call, read }, "stopped");',
      replacement: "",
      tests: LANDING,
    },
    {
      name: "a-cancelled-command-lands",
      anchor: 'if (how.signal.aborted) return drop({ call, read }, "stopped");',
      replacement: "",
      tests: LANDING,
    },
    {
      name: "a-dry-run-lands",
      anchor: 'if (how.dryRun) return drop({ call, read }, "dry-run");',
      replacement: "",
      tests: LANDING,
    },
    {
      name: "what-runs-again-lands-first",
      anchor: 'if (how.rerun === true) return drop({ call, read }, "rerun");',
      replacement: "",
      tests: LANDING,
    },
    {
      name: "a-landing-may-take-for-ever",
      anchor: "if (clock.nowMs() > untilMs) throw new ToolError",
      replacement: "if (clock.nowMs() > untilMs && untilMs < 0) throw new ToolError",
      tests: LANDING,
    },
    {
      name: "sets-of-other-workspaces-are-listed",
      anchor: 'roots.some((root) => isWithin(state.roots[0]?.root ?? "", root)),',
      replacement: "roots.length > 0 && state.roots.length > 0,",
      tests: WAITING,
    },
    {
      name: "a-set-that-is-asked-about-goes-with-its-process",
      anchor: "if (!isPerson) await letAsk(asked, ended, resultOf);",
      replacement: "void letAsk;",
      tests: WAITING,
    },
    {
      name: "a-set-that-is-asked-about-is-landed-by-others",
      anchor:
        "if (state.kept.asking === true && isProcessRunning(state.owner, userData)) return [];",
      replacement: "void [isProcessRunning, userData];",
      tests: WAITING,
    },
    {
      name: "what-changes-during-a-question-lands",
      anchor:
        "if (held !== null && held !== (await contentsOf(call.state, read.changes).catch(() => null)))",
      replacement: "if (held === call.folder)",
      tests: WAITING,
    },
    {
      name: "the-newest-waiting-set-goes-first",
      anchor: "const kept = keptCalls(calls, userData); let bytes",
      replacement: "const kept = keptCalls(calls, userData).toReversed(); let bytes",
      tests: WAITING,
    },
    {
      name: "waiting-sets-never-grow-old",
      anchor: "const isOld = nowMs - state.atMs > bounds.maxWaitingAgeMs;",
      replacement: "const isOld = state.atMs - nowMs > bounds.maxWaitingAgeMs;",
      tests: WAITING,
    },
    {
      name: "the-newest-landing-is-forgotten-first",
      anchor: "const sizes = namesIn(journals) .toSorted()",
      replacement: "const sizes = namesIn(journals) .toSorted().toReversed()",
      tests: LANDING,
    },
    {
      name: "what-was-changed-since-is-undone",
      anchor: "if (item.now === to || !stands)",
      replacement: "if (item.now === to && !stands)",
      tests: LANDING,
    },
    {
      name: "a-link-that-leads-elsewhere-since-is-the-same",
      anchor: 'hash.update(`link ${targetOf(path)}\\0`, "latin1");',
      replacement: 'hash.update("link");',
      tests: LANDING,
    },
    {
      name: "a-mode-that-was-changed-since-is-the-same",
      anchor: '${stat.isDirectory() ? "folder" : "file"} ${modeOf(stat)}\\0',
      replacement: '${stat.isDirectory() ? "folder" : "file"} ${modeOf(null)}\\0',
      tests: LANDING,
    },
    {
      name: "an-undo-forgets-where-a-link-led",
      anchor: "symlinkSync(toFsPath(targetOf(from)), toFsPath(to));",
      replacement: 'symlinkSync(".", toFsPath(to));',
      tests: LANDING,
    },
    {
      name: "a-copy-loses-its-mode",
      anchor: "chmodSync(toFsPath(to), modeOf(stat)); utimesSync",
      replacement: "utimesSync",
      tests: LANDING,
    },
    {
      name: "a-running-command-may-write-without-bound",
      anchor: "if (bytes > maxUpperBytes) return `it wrote",
      replacement: "if (bytes < 0) return `it wrote",
      tests: LANDING,
    },
    {
      name: "a-running-command-may-make-files-without-bound",
      anchor: "if (files > maxUpperFiles) return `it changed",
      replacement: "if (files < 0) return `it changed",
      tests: LANDING,
    },
    {
      name: "churn-pushes-out-what-was-destroyed",
      anchor: "const isFree = changes.length === 0 || hasRoom(beforeBytes);",
      replacement: "const isFree = changes.length === 0 || hasRoom(0);",
      tests: LANDING,
    },
    {
      name: "what-was-destroyed-long-ago-asks",
      anchor: "nowMs - Number(kept.mtimeMs) > KEPT_UNASKED_MS",
      replacement: "nowMs < Number(kept.mtimeMs) - KEPT_UNASKED_MS",
      tests: LANDING,
    },
    {
      name: "additions-push-out-what-was-destroyed",
      anchor: "if (bytes === 0 && left > MAX_LANDINGS) letGo(name, bytes);",
      replacement: "if (left > MAX_LANDINGS) letGo(name, bytes);",
      tests: LANDING,
    },
    {
      name: "the-journal-outgrows-its-bytes",
      anchor: "(total > maxBytes || left > MAX_LANDINGS) && isFree(name)",
      replacement: "left > MAX_LANDINGS && isFree(name)",
      tests: JOURNAL,
    },
    {
      name: "a-landing-nobody-was-asked-about-pushes-others-out",
      anchor: "mayDisplace || isOld(below(journals, name), nowMs)",
      replacement: "mayDisplace || name !== null",
      tests: JOURNAL,
    },
    {
      name: "too-many-entries-are-not-asked-about",
      anchor: "parts.store.room?.has(read.changes.length) !== false &&",
      replacement: "",
      tests: LANDING,
    },
    {
      name: "two-names-of-one-file-are-a-conflict",
      anchor: "|| isTwin(path, stat, step)",
      replacement: "",
      tests: HARD_LINKS,
    },
    {
      name: "a-file-of-two-names-is-known-without-its-bytes",
      anchor: "copy !== undefined && takeAtOnce(sameBytes(path, copy))",
      replacement: "copy !== undefined",
      tests: HARD_LINKS,
    },
    {
      name: "landings-that-only-added-leave-no-room",
      anchor: "landings += bytes > 0 ? 1 : 0;",
      replacement: "landings += 1;",
      tests: LANDING,
    },
    {
      name: "a-landing-that-is-still-being-written-ends-the-count",
      anchor: "if (lookAt(below(journals, `${name}/bytes`)) === null) continue;",
      replacement: "if (lookAt(below(journals, `${name}/bytes`)) === null) return true;",
      tests: JOURNAL,
    },
    {
      name: "an-address-leads-out-of-the-journal",
      anchor:
        "const found = /^landed:([0-9a-z-]{1,80})\\/(\\d{1,9})\\/(before|after)$/.exec(address",
      replacement: "const found = /^landed:(.{1,80})\\/(\\d{1,9})\\/(before|after)$/.exec(address",
      tests: JOURNAL,
    },
  ],
};
