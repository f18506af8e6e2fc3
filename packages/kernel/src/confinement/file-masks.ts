/**
 * Masks for files, so that a confinement permits exactly what the rules would not stop.
 *
 * A path is restricted exactly when some restricting rule matches it and no allow rule that is more specific than that one
 * matches it too: "more specific" is a strict order, so a restriction that is displaced by another restriction leaves that
 * other one standing, and one that is displaced by an allowance is displaced for good. Hence one mask for each restricting
 * rule, excepting what is more specific (`exceptionsOf`). Exceptions compare exactly, so in another spelling a mask may
 * hold more than the rules would; never less.
 */
import type { Mask } from "@toolplane/contract";
import type { Policy } from "../policy/compile-policy.ts";
import type { PathPattern } from "../policy/path-pattern.ts";
import { PROTECTED_NAMES } from "../policy/protected-paths.ts";
import type { Reach } from "../policy/reach.ts";
import { exceptionsOf } from "./exceptions-of.ts";
import { GIT_PROTECTED_PARTS } from "./git-protected-parts.ts";

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

/** The masks of protected paths, for writing. A rule without wildcards that names a path opens it. */
export function protectedMasks(policy: Policy): readonly Mask[] {
  const except = texts(
    policy
      .rulesFor("fs.write", null)
      .filter((rule) => rule.action === "allow" && rule.literal && rule.scope !== "default")
      .flatMap((rule) => rule.paths),
  );
  return protectedPatterns().map((pattern) => ({ pattern, except, action: "ask", folded: true }));
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

function protectedPatterns(): readonly string[] {
  return PROTECTED_NAMES.flatMap(({ name, kind }) => {
    // `git~1` is the short name that some file systems give to `.git`; theirs is the same folder.
    if (name === ".git")
      return [name, "git~1"].flatMap((folder) =>
        GIT_PROTECTED_PARTS.map((part) => `/**/${folder}/${part}`),
      );
    return [kind === "directory" ? `/**/${name}/**` : `/**/${name}`];
  });
}

function texts(patterns: readonly PathPattern[]): readonly string[] {
  return [...new Set(patterns.flatMap((pattern) => pattern.alternatives))];
}
