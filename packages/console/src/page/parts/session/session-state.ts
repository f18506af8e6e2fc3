import type { ListedSession, Waiting } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { h } from "../../ground/h.ts";
import { Mark } from "../base/mark.ts";

export interface SessionStateProps {
  readonly session: ListedSession;
  readonly isWaiting: boolean;
}

/** The state of a session, as a mark with its word. */
export function SessionState({ session, isWaiting }: SessionStateProps): VNode {
  const { state, unsettled } = session;
  if (isWaiting) return h(Mark, { name: "waiting", word: "waiting for you" });
  if (state === "open") return h(Mark, { name: "running", word: "running" });
  if (unsettled > 0)
    return h(Mark, { name: "unknown", word: `${formatPlural(unsettled, "call")} unknown` });
  return state === "closed"
    ? h(Mark, { name: "allow", word: "finished" })
    : h(Mark, { name: "off", word: "cut off" });
}

/** A name for it; where nothing was called yet, what it asks about. */
export function sessionTitle(
  { calls, client, agent, purpose, title }: ListedSession,
  waits?: Waiting,
): string {
  if (!waits || calls > 0 || purpose !== "") return title || "no calls";
  const asks = `${waits.tool} ${waits.what}`.trim();
  const who = client ?? agent;
  return who === null ? asks : `${who}: ${asks}`;
}

/** How its calls went, as one bar. */
export function VerdictMix({ session }: { readonly session: ListedSession }): VNode {
  const { calls, asked, refused } = session;
  const plain = Math.max(0, calls - asked - refused);
  const part = (name: string, count: number): VNode | null =>
    count === 0 ? null : h("i", { class: name, style: { flex: String(count) } });
  return h(
    "span",
    {
      class: "mix",
      role: "img",
      "aria-label": `${plain} unasked, ${asked} asked, ${refused} denied`,
    },
    [part("", plain), part("k", asked), part("d", refused)],
  );
}
