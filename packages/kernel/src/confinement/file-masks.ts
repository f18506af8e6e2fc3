/**
 * Masks for files, so that a confinement permits exactly what the rules would not stop.
 *
 * A path is restricted exactly when some restricting rule matches it and no allow rule that is more specific than that
 * one matches it too: "more specific" is a strict order, so a restriction that is displaced by another restriction
 * leaves that other one in force, and one that is displaced by an allowance is displaced for good. So there is one mask
 * for each restricting rule, excepting what is more specific (`exceptionsOf`). Exceptions compare exactly, so in
 * another spelling a mask may hold more than the rules would; never less.
 */
import type { Mask, PathScope } from "@toolplane/contract";
import type { Policy } from "../policy/compile-policy.ts";
import type { PathPattern } from "../policy/pattern/path-pattern.ts";
import { BOUND_PATTERNS } from "../policy/protected/protected-files.ts";
import { gitPatterns } from "../policy/protected/protected-paths.ts";
import type { Reach } from "../policy/reach/reach.ts";
import { exceptionsOf } from "./exceptions-of.ts";

/** The masks that the rules about this capability make. */
export function ruleMasks(policy: Policy, capability: "fs.read" | "fs.write"): readonly Mask[] {
  const rules = policy.rulesFor(capability, null);
  return rules.flatMap((rule) => {
    const { action } = rule;
    if (action === "allow") return [];
    const except = texts(
      exceptionsOf(rule, { policy, kind: "path", rules }).flatMap((allow) => allow.paths),
    );
    return texts(rule.paths).map((pattern) => ({ pattern, except, action, folded: true }));
  });
}

/**
 * The masks of protected files, for writing. A rule without wildcards that names one opens it. Where changes are judged before
 * they land (in the folders of `lands`) only what steers git has to be read-only meanwhile.
 */
export function protectedMasks(
  policy: Policy,
  { lands = [] }: { readonly lands?: PathScope },
): readonly Mask[] {
  const except = texts(
    policy
      .rulesFor("fs.write", null)
      .filter((rule) => rule.action === "allow" && rule.literal && rule.scope !== "default")
      .flatMap((rule) => rule.paths),
  );
  const steering = new Set(lands.length > 0 ? gitPatterns() : []);
  return [...new Set([...BOUND_PATTERNS, ...steering])].map((pattern) => ({
    pattern,
    except: steering.has(pattern) ? except : [...except, ...lands],
    action: "ask",
    folded: true,
  }));
}

/** The masks of places that are closed to every tool. */
export function closedMasks(reach: Reach): readonly Mask[] {
  const except = texts(reach.closed.open);
  return texts(reach.closed.closed).map((pattern) => ({
    pattern,
    except,
    action: "deny",
    folded: true,
  }));
}

function texts(patterns: readonly PathPattern[]): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => pattern.alternatives))];
}
