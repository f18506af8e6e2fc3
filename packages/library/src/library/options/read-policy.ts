/**
 * Reads `policy`: layers as the kernel takes them, the rules of the project as a plain list or in the shape of a rule file
 * (`{ rules: [...] }`), or the path of one. A file is read as the command line reads it: two readers of one file must never see two rules.
 */
import { resolve } from "node:path";
import { ConfigurationError, type PolicyLayer, type PolicyRule } from "@toolplane/contract";
import type { PlacedCheck } from "../../ground/required-check.ts";

/** Rules, however they are given. */
export type PolicyOption =
  | readonly PolicyLayer[]
  | readonly PolicyRule[]
  | { readonly rules: readonly PolicyRule[] }
  | string;

/** Reads them into layers. Rejects with a ConfigurationError that names the file. */
export async function readPolicy(given: PolicyOption | undefined): Promise<readonly PolicyLayer[]> {
  if (given === undefined) return [];
  if (typeof given === "string") return [(await readPolicyFile(given)).rules];
  if (!isList(given)) return [readShape(given)];
  const layers = given.filter(isLayer);
  if (layers.length === given.length) return layers;
  if (layers.length > 0)
    throw new ConfigurationError("policy", "is either a list of layers or a list of rules");
  return [{ scope: "project", rules: given as readonly PolicyRule[] }];
}

function isList(
  given: Exclude<PolicyOption, string>,
): given is readonly PolicyLayer[] | readonly PolicyRule[] {
  return Array.isArray(given);
}

/** Reads a rule file as it is written. */
function readShape({ rules, ...others }: { readonly rules: readonly PolicyRule[] }): PolicyLayer {
  const unknown = Object.keys(others).find((name) => name !== "$schema");
  if (unknown !== undefined)
    throw new ConfigurationError(
      "policy",
      `has no "${unknown.slice(0, 40)}"; it is a list of rules or layers, { rules: [...] }, or a path`,
    );
  if (!Array.isArray(rules)) throw new ConfigurationError("policy", "rules must be a list");
  return { scope: "project", rules };
}

function isLayer(entry: PolicyLayer | PolicyRule): entry is PolicyLayer {
  return typeof entry === "object" && entry !== null && "rules" in entry;
}

/** A rule file by its path: the rules, and the checks that it requires. */
export async function readPolicyFile(
  file: string,
): Promise<{ readonly rules: PolicyLayer; readonly required: readonly PlacedCheck[] }> {
  // Loaded here: a program with rules in code does not pay for the parser.
  const [{ readBoundedFile }, { readConfigFile }] = await Promise.all([
    import("@toolplane/disk/own-files/read-bounded-file"),
    import("../../settings/files/read-config-file.ts"),
  ]);
  const bytes = readBoundedFile({ path: resolve(file), shown: file });
  if (bytes === null) throw new ConfigurationError(file, "cannot be read: there is no such file");
  const { rules, required } = await readConfigFile({
    layer: "project",
    kind: "policy",
    file,
    bytes,
  });
  if (rules === null) throw new ConfigurationError(file, "rules must be a list");
  return { rules, required };
}
