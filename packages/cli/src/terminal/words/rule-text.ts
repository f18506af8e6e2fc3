/** The place of a rule, as short as it can be copied: `manifest:6`, `policy.jsonc:13`, `default:4`. */
import { basename } from "node:path";
import type { RuleReference } from "@toolplane/contract";
import { escapeText } from "../text/escape-text.ts";

export function ruleText({ source }: Pick<RuleReference, "source">): string {
  const name = source.file === undefined ? source.scope : basename(source.file);
  return escapeText(source.line === undefined ? name : `${name}:${source.line}`);
}

/** The rule in the words it is written in: `deny fs.read .env`, `ask data.send * after private + untrusted unless named`. */
export function ruleWords({ rule }: Pick<RuleReference, "rule">): string {
  const { action, permission, pattern, after, unless, when } = rule;
  const seen = after === undefined ? "" : ` after ${after.join(" + ")}`;
  const named = unless === undefined ? "" : ` unless ${unless}`;
  const held = when === undefined ? "" : ` when ${when}`;
  return escapeText(`${action} ${permission} ${pattern}${seen}${named}${held}`);
}
