/** The sessions that a session started, and those that they did, as a tree. */
import type { SessionFacts } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { SessionState, sessionTitle } from "./session-state.ts";

/** Deeper ones are indented no further. */
const MAX_INDENT = 6;

export function ChildTree({ below }: Pick<SessionFacts, "below">): VNode | null {
  if (below.length === 0) return null;
  return h("div", {}, [
    h("div", { class: "turn" }, h("b", {}, "Child sessions")),
    h(
      "ul",
      { class: "tree", "aria-label": "Child sessions" },
      below.map(({ depth, session }) =>
        h(
          "li",
          {
            key: session.sessionId,
            class: "un tc",
            style: { paddingLeft: `${12 + (Math.min(depth, MAX_INDENT) - 1) * 20}px` },
          },
          [
            h("span", { class: "el" }, [
              h("span", { class: "sr" }, `level ${depth}: `),
              foreign(session.agent ?? "subagent"),
            ]),
            h(Link, {
              to: sessionPath(session.sessionId),
              class: "l el",
              children: foreign(sessionTitle(session)),
            }),
            h("span", { class: "t3 nw" }, formatPlural(session.calls, "call")),
            h(SessionState, { session, isWaiting: false }),
          ],
        ),
      ),
    ),
  ]);
}
