/** The conformance suite for hosts as one function, for programs that are not a test runner. */
import { ConfigurationError } from "@toolplane/contract";
import type { ConformanceProblem } from "../../suite/conformance-problem.ts";
import { HOST_FEATURES, type HostCheck, type HostConformanceOptions } from "../host-conformance.ts";
import { withinPatience } from "../within-patience.ts";
import { HOST_CHECKS } from "./host-checks.ts";

const PATIENCE_MS = 60_000;

/** Runs every check that the host has the features for; an empty list is a host that conforms. */
export async function checkHostConformance(
  options: HostConformanceOptions,
): Promise<readonly ConformanceProblem[]> {
  const problems: ConformanceProblem[] = [];
  for (const check of checksFor(options)) {
    if (reasonNotTried(check, options) !== null) continue;
    const problem = await runHostCheck(check, options);
    if (problem !== null) problems.push({ name: check.name, problem });
  }
  return problems;
}

/** The checks that are wanted. */
export function checksFor({ needing }: HostConformanceOptions): readonly HostCheck[] {
  if (needing === undefined) return HOST_CHECKS;
  return HOST_CHECKS.filter(({ needs = [] }) => needs.some((feature) => needing.includes(feature)));
}

/** Why a check is not tried on this host, or null. Throws a ConfigurationError for a feature that is not in the list. */
export function reasonNotTried(
  check: HostCheck,
  { lacks = {} }: HostConformanceOptions,
): string | null {
  const known: readonly string[] = HOST_FEATURES;
  const unknown = Object.keys(lacks).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new ConfigurationError("host", `there is no feature ${unknown}: ${known.join(", ")}`);
  const missing = check.needs?.find((feature) => lacks[feature] !== undefined);
  return missing === undefined ? null : `no ${missing}: ${lacks[missing]}`;
}

/** One check on a host of its own; a host that breaks the check itself has that as its problem. */
export async function runHostCheck(
  check: HostCheck,
  options: HostConformanceOptions,
): Promise<string | null> {
  const { patienceMs = PATIENCE_MS } = options;
  try {
    const bench = await options.create();
    try {
      return await withinPatience(check.run(bench), patienceMs);
    } finally {
      await bench.close();
    }
  } catch (error) {
    return `it broke the check: ${error instanceof Error ? error.message : String(error)}`;
  }
}
