/** A call by its tool and the argument that says most, as a link to it. One without such an argument is opened by its tool. */
import { Fragment, type VNode } from "preact";
import { h } from "../../ground/h.ts";
import { Link } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";

export function CallName({
  tool,
  what,
  to,
}: {
  readonly tool: string;
  readonly what: string;
  readonly to: string;
}): VNode {
  const name = h("b", {}, foreign(tool));
  if (what === "") return h(Link, { to, children: name });
  return h(Fragment, {}, [name, h(Link, { to, class: "a", children: foreign(what) })]);
}
