/** Mistakes in how a command's changes become real: what is read of them, conflicts, plan, steps, recovery, and what undo keeps. */
import type { Area } from "../fault.ts";

const LANDING = ["test/host/landing/landing.test.ts"];
const CONFLICTS = ["test/host/landing/conflicts.test.ts"];
const WAITING = ["test/host/landing/waiting.test.ts"];
const RECOVER = ["test/host/landing/recover.test.ts"];
const CRASH = ["test/host/landing/crash.test.ts"];
const OUTPUTS = ["test/host/landing/outputs.test.ts"];
const JOURNAL = ["packages/sandbox/src/landing/steps/landed-journal.test.ts"];

export const LANDING_FAULTS: Area = {
  name: "landing",
  in: "packages/sandbox/src/landing",
  tests: [RECOVER, LANDING, [...WAITING, ...CONFLICTS], CRASH],
  faults: [
    {
      name: "a-start-leaves-half-a-landing",
      in: "packages/library/src/library",
      anchor: "if (keep === null || parts.changes) await own?.recover();",
      replacement: "",
      tests: ["test/host/landing/killed-product.test.ts"],
    },
    {
      name: "what-an-output-held-before-is-thrown-away",
      anchor:
        'const slot = known === null ? slotOf(kept.journal, index, "before") : ownSlot(job, number);',
      replacement: "const slot = ownSlot(job, number);",
      tests: OUTPUTS,
    },
    {
      name: "a-change-of-a-person-in-an-output-is-signed-as-the-process-own",
      anchor: "(list.isOurs(known.entry, folders.to) ? renews : theirs).add(known.index);",
      replacement: "renews.add(known.index);",
      tests: OUTPUTS,
    },
    {
      name: "outputs-outgrow-the-journal",
      anchor: "if (!fits) throw noRoom(folder);",
      replacement: "if (maxBytes < 0) throw noRoom(folder);",
      tests: ["test/host/product/outputs-taken-back.attack.test.ts"],
    },
    {
      name: "what-others-can-still-write-lands",
      anchor: 'if (how.held === true) return drop({ call, read }, "failed", heldBy(call));',
      replacement: "",
      tests: ["test/host/product/handed-over.attack.test.ts"],
    },
    {
      name: "a-plan-ends-before-the-disk-has-it",
      anchor: "await now.at(-1)?.sync();",
      replacement: "void now.at(-1)?.sync().catch(onFault);",
      tests: ["packages/sandbox/src/landing/steps/late-syncs.test.ts"],
    },
    {
      name: "a-setuid-bit-lands",
      anchor: "return (modeOf(upper) & 0o6000) === 0 ? null : SET_ID; }",
      replacement: "return (modeOf(upper) & 0o2000) === 0 ? null : SET_ID; }",
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
      name: "staging-goes-before-the-plan-says-that-all-is-done",
      anchor: "writePlan(folder, done);",
      replacement: "",
      tests: CRASH,
    },
    {
      name: "a-recovery-takes-no-lock",
      anchor: "return parts.lock(plan.roots, async () => {",
      replacement:
        "return (async (_roots: unknown, work: () => Promise<void>) => work())(plan.roots, async () => {",
      tests: RECOVER,
    },
    {
      name: "what-a-judge-failed-at-lands",
      anchor:
        'return keep(asked, "failed", [ { path: rootName(call.state.roots[0]?.root ?? ""), reason: `nobody decided: ${textOf(error)}`, }, ]);',
      replacement: 'void textOf(error); decision = { land: "all" };',
      tests: LANDING,
    },
    {
      name: "what-changes-during-a-question-lands",
      anchor:
        "if (held !== null && held !== (await contentsOf(call.state, read.changes).catch(() => null)))",
      replacement: "if (held === call.folder)",
      tests: WAITING,
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
