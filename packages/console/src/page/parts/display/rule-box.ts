/** A rule with its place, framed when it decided and dashed when it lost. */
import type { ListedRule } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { baseName } from "../base/short-path.ts";

export interface RuleProps {
  readonly rule: ListedRule["rule"];
  readonly source: ListedRule["source"];
  readonly role: "won" | "lost";
  readonly note?: string;
}

export function RuleBox({ rule, source, role, note }: RuleProps): VNode {
  const frame =
    role === "lost" ? "rule out" : `rule win ${rule.action === "ask" ? "" : (rule.action ?? "")}`;
  return h("div", { class: frame }, [
    h("span", {}, foreign(ruleWords(rule))),
    h("span", { class: "src" }, foreign(placeWords(source))),
    note === undefined ? null : h("span", { class: "why2" }, foreign(note)),
  ]);
}

export function ruleWords({
  action,
  label,
  permission,
  pattern,
  after,
  unless,
}: ListedRule["rule"]): string {
  const head = action ?? `label ${label ?? ""}`;
  const seen = after === undefined ? "" : ` after ${after.join(" + ")}`;
  return `${head} ${permission} ${pattern}${seen}${unless === undefined ? "" : ` unless ${unless}`}`;
}

/** `policy.jsonc:12`, `default:4`. */
export function placeWords({ scope, file, line }: ListedRule["source"]): string {
  const name = file === undefined ? scope : baseName(file);
  return line === undefined ? name : `${name}:${line}`;
}
