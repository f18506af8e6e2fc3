/**
 * What `policy` may be: layers as the kernel takes them, the rules of the project as a plain list, or the path of a rule file.
 * A file may hold comments. They become blanks, so that every rule keeps its line, and what is left is read strictly: two
 * readers of one file must never see two rules.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ConfigurationError, type PolicyLayer, type Rule } from "@toolplane/contract";
import { readRules } from "@toolplane/kernel";

/** Rules, however they are given. */
export type PolicyOption = readonly PolicyLayer[] | readonly Rule[] | string;

/** Reads them into layers. Rejects with a ConfigurationError that names the file. */
export async function readPolicy(given: PolicyOption | undefined): Promise<readonly PolicyLayer[]> {
  if (given === undefined) return [];
  if (typeof given === "string") return [await readRuleFile(given)];
  const layers = given.filter(isLayer);
  if (layers.length === given.length) return layers;
  if (layers.length > 0)
    throw new ConfigurationError("policy", "is either a list of layers or a list of rules");
  return [{ scope: "project", rules: given as readonly Rule[] }];
}

function isLayer(entry: PolicyLayer | Rule): entry is PolicyLayer {
  return typeof entry === "object" && entry !== null && "rules" in entry;
}

async function readRuleFile(file: string): Promise<PolicyLayer> {
  let text: string;
  try {
    text = await readFile(resolve(file), "utf8");
  } catch (error) {
    throw new ConfigurationError(file, `cannot be read: ${(error as Error).message}`);
  }
  const { stripComments } = await import("jsonc-parser");
  return readRules(stripComments(text, " "), { file, scope: "project" });
}
