/** Approvals that hold for longer than one call, and the rules that were given on cards: each with what it covers and a way to take it back. */
import type { Approvals, Revoked, StandingRule } from "@toolplane/contract/console";
import { formatMoment, formatPlural } from "@toolplane/readings";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { sendJson } from "../api/request.ts";
import { useAct } from "../api/use-act.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { Link, sessionPath } from "../ground/router.ts";
import { CopyButton } from "../parts/base/copy-button.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Empty, Fault, Panel } from "../parts/base/panel.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { InboxTabs } from "../parts/card/inbox-tabs.ts";
import { resourceWords } from "../parts/display/resource.ts";
import { ruleWords } from "../parts/display/rule-box.ts";

type Standing = Approvals["standing"][number];

const SHOWN = 50;
const SHOWN_COVER = 6;

export function ReceiptsPage({
  live,
  workspace,
}: {
  readonly live: Live;
  readonly workspace: string | null;
}): VNode {
  const { data, fault, reload } = useData<Approvals>("/approvals");
  const [said, setSaid] = useState("");
  useLive(live, ["approvals", "policy"], () => void reload());
  const { isActing, act } = useAct();
  const revoke = (id: string): void =>
    act(async () => {
      const answer = await sendJson<Revoked>("DELETE", `/approvals/${encodeURIComponent(id)}`);
      setSaid(
        answer.ok
          ? answer.value.revoked
            ? "Taken back. From the next call on it asks again."
            : "It was gone already."
          : answer.fault.message,
      );
      await reload();
    });
  const count = data ? data.standing.length + data.rules.length : null;
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Receipts"),
      h(InboxTabs, {
        current: "/receipts",
        waiting: data?.waiting.length ?? null,
        receipts: count,
      }),
      h("span", { class: "sub" }, "What was allowed for longer than one call."),
    ]),
    fault ? h(Fault, { fault, retry: reload }) : null,
    said === "" ? null : h("p", { class: "note", role: "status" }, foreign(said)),
    data === null
      ? fault
        ? null
        : h(Skeleton, { what: "the approvals" })
      : h("div", { class: "stack" }, [
          h(
            Panel,
            { title: "Approvals", note: "for a session or a project" },
            h(StandingList, { standing: data.standing, workspace, isActing, revoke }),
          ),
          h(
            Panel,
            { title: "Your own rules for this project", note: "given on a card, or written" },
            h(RuleList, { rules: data.rules, isActing, revoke }),
          ),
        ]),
  ]);
}

interface ListProps {
  readonly isActing: boolean;
  readonly revoke: (id: string) => void;
}

interface StandingProps extends ListProps {
  readonly workspace: string | null;
}

function StandingList({
  standing,
  ...props
}: StandingProps & { readonly standing: readonly Standing[] }): VNode {
  const [shown, setShown] = useState(SHOWN);
  if (standing.length === 0)
    return h(Empty, {}, "None. “Always” on a card stores one, until you take it back.");
  const newest = standing.toSorted((left, right) => right.grantedAtMs - left.grantedAtMs);
  return h("div", {}, [
    ...newest.slice(0, shown).map((one) => h(StandingRow, { key: one.id, one, ...props })),
    newest.length <= shown
      ? null
      : h(
          "div",
          { class: "more" },
          h(
            "button",
            { type: "button", class: "b", onClick: () => setShown(shown + SHOWN) },
            `${formatPlural(newest.length - shown, "more approval")}`,
          ),
        ),
  ]);
}

function StandingRow({
  one,
  workspace,
  isActing,
  revoke,
}: StandingProps & { readonly one: Standing }): VNode {
  const more = one.cover.length - SHOWN_COVER;
  return h("div", { class: "un rcp" }, [
    h("div", {}, [
      h("div", { class: "cl" }, [
        h("b", {}, foreign(one.tool)),
        h("span", { class: "t3 sm" }, foreign(one.origin)),
      ]),
      one.by === "key"
        ? h("div", { class: "t2 sm" }, foreign(`every call with its key: ${one.key}`))
        : null,
      ...one.cover
        .slice(0, SHOWN_COVER)
        .map((resource) => resourceWords(resource, workspace))
        .map(({ capability, target }, at) =>
          h("div", { key: at, class: "m" }, [
            h("span", { class: "t3" }, capability),
            " ",
            foreign(target),
          ]),
        ),
      more > 0 ? h("div", { class: "t3 sm" }, `and ${more} more`) : null,
    ]),
    h("div", { class: "t2 sm" }, [
      h("div", {}, one.scope === "project" ? "this project" : "its session"),
      h("div", { class: "row" }, [
        h(Link, {
          to: sessionPath(one.sessionId),
          class: "l m el",
          children: foreign(one.sessionId),
        }),
        h(CopyButton, { text: one.id, what: "the approval's id" }),
      ]),
      h("div", { class: "t3" }, `given ${formatMoment(one.grantedAtMs, { nowMs: Date.now() })}`),
      one.expiresAtMs === undefined
        ? null
        : h(
            "div",
            { class: "t3" },
            `until ${formatMoment(one.expiresAtMs, { nowMs: Date.now() })}`,
          ),
    ]),
    revokeButton(one.tool, isActing, () => revoke(one.id)),
  ]);
}

function RuleList({
  rules,
  isActing,
  revoke,
}: ListProps & { readonly rules: readonly StandingRule[] }): VNode {
  if (rules.length === 0)
    return h(Empty, {}, "None. “Always by rule” on a card writes one down for this project.");
  return h(
    "div",
    {},
    rules
      .slice(0, SHOWN * 4)
      .map(({ id, rule, given }) =>
        h("div", { key: id, class: "un rcp" }, [
          h("span", { class: "m" }, foreign(ruleWords(rule))),
          h("span", { class: "t2 sm" }, foreign(given)),
          revokeButton(rule.pattern, isActing, () => revoke(id)),
        ]),
      ),
  );
}

function revokeButton(name: string, isActing: boolean, onClick: () => void): ComponentChildren {
  return h(
    "button",
    { type: "button", class: "b", disabled: isActing, "aria-label": `Revoke ${name}`, onClick },
    "Revoke",
  );
}
