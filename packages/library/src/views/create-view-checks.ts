/** Judges a view by the checks that its project requires, on copies of it. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Change } from "@toolplane/contract";
import type { Views } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import { isWithin, posixPath } from "@toolplane/readings";
import { cardText } from "../checks/card-text.ts";
import { type CheckRequest, type CheckSide, createRequiredChecks } from "../checks/index.ts";
import { matchesGlobs } from "../checks/matches-globs.ts";
import { type CheckGround, checkEffects, MOST_TEXT, newCheckId, textOf } from "./check-ground.ts";
import type { CheckView } from "./own-view.ts";
import { runInView } from "./run-in-view.ts";

export interface ViewChecksOptions extends CheckGround {
  readonly views: Views;
}

export function createViewChecks(options: ViewChecksOptions, session: Session): CheckView {
  const { required, views, workspace, kept } = options;
  return async (view, set, signal) => {
    const changes = set.changes.flatMap((change): readonly Change[] =>
      isWithin(change.path, workspace) && change.path !== workspace
        ? [{ ...change, path: posixPath.below(workspace, change.path) }]
        : [],
    );
    const removed = new Set(
      changes.flatMap(({ path, kind }) => (kind === "removed" ? [path] : [])),
    );
    let { signed } = set;
    const base = (await views.signProject()) ?? randomUUID();
    let named = base;
    const checks = createRequiredChecks({
      ...checkEffects(options),
      kept: {
        get: kept.get,
        // What somebody changed while it ran is no longer the project that this result is of.
        set: async (key, text) => {
          if ((await views.signProject()) === named) await kept.set(key, text);
        },
      },
      checks: required,
      runCheck: (request) =>
        runInView(request, {
          ...options,
          session,
          newId: newCheckId,
          onRun: async (ran, copy) => {
            const paths = await cachesOf(ran, { copy, views, workspace });
            if (paths.length === 0) return;
            // A view that is another by now keeps the name that was checked, so it does not land and is judged again.
            const expected = signed;
            signed = (await views.bring(view.id, { from: copy, paths, expected })) ?? signed;
          },
        }),
      readText: async (side, path) => readText(side, path),
    });
    const verdict = await checks.judge({ changes, base }, signal);
    return {
      passes: verdict.passes,
      ...(verdict.needsPerson === undefined ? {} : { needsPerson: verdict.needsPerson }),
      text: verdict.text,
      lines: verdict.card.map(cardText),
      signed,
      landed: async () => {
        const now = await views.signProject();
        if (now === null) return;
        named = now;
        await checks.landed(verdict, now);
      },
    };

    async function readText(side: CheckSide, path: string): Promise<string | null> {
      const whole = join(workspace, path);
      if (side === "base") return textOf(whole);
      const own = await views.read(view.id, whole, MOST_TEXT);
      if (own !== null) return Buffer.from(own).toString("utf8");
      const isGone = [...removed].some((gone) => isWithin(`/${path}`, `/${gone}`));
      return isGone ? null : textOf(whole);
    }
  };
}

/** The paths that a check may leave in the view that lands, of those that it wrote. */
async function cachesOf(
  { side, restore = [], keeps = [] }: CheckRequest,
  {
    copy,
    views,
    workspace,
  }: {
    readonly copy: string;
    readonly views: Views;
    readonly workspace: string;
  },
): Promise<readonly string[]> {
  if (side === "base" || restore.length > 0 || keeps.length === 0) return [];
  const { changes } = await views.show(copy);
  return changes.flatMap(({ path, kind, type }) => {
    if (kind === "removed" || type === "directory" || !isWithin(path, workspace)) return [];
    return matchesGlobs(posixPath.below(workspace, path), keeps) ? [path] : [];
  });
}
