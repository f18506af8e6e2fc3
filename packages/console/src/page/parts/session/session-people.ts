import type { ListedSession } from "@toolplane/contract/console";
import type { ComponentChildren, VNode } from "preact";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";

/** Shows who worked in a session: its client, its agent, its model, and the person who answered. */
export function SessionPeople({ session }: { readonly session: ListedSession }): VNode {
  const { client, agent, model, person, parentSessionId } = session;
  const parts: readonly (readonly [name: string, value: ComponentChildren])[] = [
    ...(client === null ? [] : [["Client", foreign(client)] as const]),
    ...(parentSessionId === null
      ? []
      : [
          ["Subagent", foreign(agent ?? "of its own")] as const,
          ["Of", parentLink(parentSessionId)] as const,
        ]),
    ...(model === null ? [] : [["Model", foreign(model)] as const]),
    ["Person", foreign(person)],
  ];
  return h(
    "p",
    { class: "people sm" },
    parts.map(([name, value]) =>
      h("span", { key: name, class: "nw" }, [h("span", { class: "t3" }, `${name} `), value]),
    ),
  );
}

function parentLink(sessionId: string): VNode {
  return h(Link, {
    to: sessionPath(sessionId),
    class: "l",
    children: "the session that started it",
  });
}

/** Its client and its agent, for a list. */
export function whoText({ client, agent, model }: ListedSession): string {
  const who = agent === null ? model : `subagent ${agent}`;
  return [client, who].filter((one) => one !== null).join(" · ");
}
