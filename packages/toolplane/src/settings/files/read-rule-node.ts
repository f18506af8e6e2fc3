/** The list of rules inside a file, as a layer whose lines are those of the whole file. */
import { ConfigurationError, type PolicyLayer } from "@toolplane/contract";
import type { FileLayer } from "../declaration/file-kind.ts";
import type { ConfigNode, ConfigText } from "./parse-config-text.ts";

/** Where the list stands. */
export interface RuleNodePlace {
  readonly text: ConfigText;
  readonly file: string;
  readonly layer: FileLayer;
}

/** Reads it. A person's own rules are the manifest: what they deny is final for every project. */
export async function readRuleNode(
  node: ConfigNode,
  { text, file, layer }: RuleNodePlace,
): Promise<PolicyLayer> {
  if (!Array.isArray(node.value))
    throw new ConfigurationError(text.at(node.offset), '"rules" must be a list of rules');
  const { readRules } = await import("@toolplane/kernel");
  const before = "\n".repeat(text.line(node.offset) - 1);
  const list = text.plain.slice(node.offset, node.offset + node.length);
  return readRules(before + list, { file, scope: layer === "global" ? "manifest" : "project" });
}
