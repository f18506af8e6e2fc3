/** The checks that a program requires: those it gives, and those of the rule file that it names. */
import { ConfigurationError } from "@toolplane/contract";
import type { RequireOption } from "../../checks/require-option.ts";
import { checkFault } from "../../ground/check-fault.ts";
import { type PolicyOption, readPolicyFile } from "./read-policy.ts";

/** Rejects with a ConfigurationError that names what is wrong. */
export async function readRequired({
  require: given = [],
  policy,
}: {
  readonly require?: RequireOption;
  readonly policy?: PolicyOption;
}): Promise<RequireOption> {
  const ofFile = typeof policy === "string" ? (await readPolicyFile(policy)).required : [];
  for (const [at, check] of given.entries()) {
    const fault = checkFault(commandOf(check));
    if (fault !== null) throw new ConfigurationError(`require[${at}]`, fault.message);
  }
  const all = [...given, ...ofFile];
  const twice = all.find(({ name }, at) => all.findIndex((one) => one.name === name) !== at);
  if (twice !== undefined)
    throw new ConfigurationError("require", `there are two checks named "${twice.name}"`);
  return all;
}

/** Reads a function's entry like a command's. */
function commandOf(check: RequireOption[number]): unknown {
  const { place: _, ...entry } = check as { readonly place?: string } & typeof check;
  if (!("check" in entry)) return entry;
  const { check: call, ...rest } = entry;
  return typeof call === "function" ? { ...rest, run: "a function" } : entry;
}
