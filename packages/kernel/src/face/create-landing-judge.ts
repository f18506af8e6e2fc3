/**
 * Judges a change set that waited, for the person who lands it now. Rules may have changed since, so every path is judged again;
 * a person's landing answers what asks, and nothing answers a deny. Paths that the person leaves out are not judged.
 */
import type {
  Change,
  FsTarget,
  LandingJudge,
  Provenance,
  RefusedChange,
} from "@toolplane/contract";
import { evaluatePolicies } from "../judge/evaluate-policies.ts";
import { describeRule } from "../judge/judge-resources.ts";
import type { SessionState } from "../session/session-state.ts";

/** No tool's own rules speak of it: the person lands it, not a tool. */
const PERSON = { id: "land" };

/** Makes the judge. A path that is left out takes everything below it along. */
export function createLandingJudge(
  state: Pick<SessionState, "policies" | "processReach">,
  without: readonly string[] = [],
): LandingJudge {
  const isLeftOut = (path: string): boolean =>
    without.some((left) => path === left || path.startsWith(`${left}/`));
  return async ({ changes }) => {
    const refused = changes.flatMap((change) =>
      isLeftOut(change.path) ? [] : refusalOf(state, change),
    );
    if (refused.length > 0) return { land: "none", drop: false, refused };
    return without.length > 0 ? { land: "some", without } : { land: "all" };
  };
}

function refusalOf(
  { policies, processReach }: Pick<SessionState, "policies" | "processReach">,
  { path, tree }: Change,
): readonly RefusedChange[] {
  const target: FsTarget & Pick<Provenance, "via"> = {
    capability: "fs.write",
    path,
    real: path,
    via: "operand",
    ...(tree ? { tree } : {}),
  };
  if (!processReach.contains(target))
    return [{ path, reason: "It lies outside what may be written." }];
  const { action, winner } = evaluatePolicies(policies, target, PERSON);
  if (action !== "deny") return [];
  return [{ path, reason: winner ? `Denied by ${describeRule(winner.reference)}.` : "Denied." }];
}
