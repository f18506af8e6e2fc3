/** The rules in force with their places, explaining any call, a draft tried over history, suggestions, and writing it down. */
import type { PolicyFacts, RuleHits, SessionLabels } from "@toolplane/contract/console";
import { formatCount, formatPlural, PRECEDENCE_WORDS } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Live, useLive } from "../api/live.ts";
import { type Loaded, useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { Link, sessionPath } from "../ground/router.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Empty, Fault, Panel } from "../parts/base/panel.ts";
import { Skeleton } from "../parts/base/skeleton.ts";
import { RuleTable } from "../parts/display/rule-table.ts";
import { RuleWarnings } from "../parts/display/rule-warnings.ts";
import { Explain } from "../parts/explain/explain.ts";
import { type ProposedDraft, RuleDraft } from "../parts/explain/rule-draft.ts";
import { Suggestions } from "../parts/explain/suggestions.ts";

export function PolicyPage({
  live,
  workspace,
  session,
}: {
  readonly live: Live;
  readonly workspace: string | null;
  /** A session whose labels calls are explained with. */
  readonly session: string | null;
}): VNode {
  const seen = useData<SessionLabels>(
    session === null ? null : `/sessions/${encodeURIComponent(session)}/labels`,
  );
  const labels = [...new Set((seen.data?.labels ?? []).map(({ label }) => label))];
  const { data, fault, reload } = useData<PolicyFacts>("/policy");
  const hits = useRuleHits();
  const [showsShipped, setShipped] = useState(false);
  const [proposed, setProposed] = useState<ProposedDraft | null>(null);
  useLive(live, ["policy"], () => {
    void reload();
    void hits.reload();
  });
  // A draft that is being written stays where a later look at the rules fails.
  if (!data) return fault ? h(Fault, { fault, retry: reload }) : h(Skeleton, { what: "the rules" });
  return h("div", {}, [
    fault ? h(Fault, { fault, retry: reload }) : null,
    h("div", { class: "ph" }, [
      h("h1", {}, "Policy"),
      h("span", { class: "sub" }, `mode ${data.mode}. ${PRECEDENCE_WORDS}`),
    ]),
    data.project === "untrusted" || data.project === "changed"
      ? h(
          "div",
          { class: "banner" },
          "This project's rules are not trusted as they are now: what they deny and ask about holds, what they allow does not. toolplane trust shows them.",
        )
      : null,
    h(RuleWarnings, { idle: data.idle, broken: data.broken }),
    h("div", { class: "two" }, [
      h(
        Panel,
        {
          title: "Rules in force",
          note: `${formatPlural(data.rules.length, "rule")}${countedWords(hits.data)}`,
          actions: h(
            "button",
            { type: "button", class: "b q", onClick: () => setShipped(!showsShipped) },
            showsShipped
              ? "Hide what comes with toolplane"
              : `${formatCount(data.shipped.length)} that come with toolplane`,
          ),
        },
        data.rules.length === 0 && !showsShipped
          ? h(
              Empty,
              {},
              "No rules of yours. The default policy holds. toolplane init writes a first rule file.",
            )
          : h(RuleTable, {
              rules: showsShipped ? [...data.rules, ...data.shipped] : data.rules,
              hits: hits.data,
            }),
      ),
      h("div", {}, [
        session === null ? null : h(LabelList, { session, facts: seen.data }),
        h(Explain, { workspace, seen: labels }),
      ]),
    ]),
    h(RuleDraft, { policy: data, workspace, proposed, onWritten: reload }),
    h(Suggestions, {
      onWritten: reload,
      onTry: setProposed,
      scope: data.files.project === null ? "own" : "project",
    }),
  ]);
}

/** Asked again while the count grows: each time the server goes on from where it was. */
function useRuleHits(): Loaded<RuleHits> {
  const hits = useData<RuleHits>("/policy/hits");
  const before = useRef(-1);
  useEffect(() => {
    const { isWhole, calls } = hits.data ?? { isWhole: true, calls: -1 };
    if (!isWhole && calls > before.current) void hits.reload();
    before.current = calls;
  }, [hits.data]);
  return hits;
}

function countedWords(hits: RuleHits | null): string {
  if (hits === null) return "";
  return ` · ${hits.isWhole ? "" : "so far "}counted in the newest ${formatPlural(hits.calls, "call")}`;
}

/** Labels of a session that rules ask about, each with its source. */
function LabelList({
  session,
  facts,
}: {
  readonly session: string;
  readonly facts: SessionLabels | null;
}): VNode {
  const labels = facts?.labels ?? [];
  return h(
    Panel,
    {
      title: "Labels of a session",
      note: h(Link, { to: sessionPath(session), class: "l m", children: foreign(session) }),
    },
    facts === null
      ? h(Skeleton, { what: "the labels" })
      : labels.length === 0
        ? h(Empty, {}, "It has seen nothing that a rule labels.")
        : h(
            "div",
            {},
            labels
              .slice(0, 20)
              .map(({ label, source, tool }, index) =>
                h("div", { key: index, class: "un tc" }, [
                  h("span", { class: "m t2" }, foreign(label)),
                  h("span", { class: "m el" }, foreign(source)),
                  h("span", { class: "t3 nw" }, foreign(tool)),
                  h("span", {}),
                ]),
              ),
          ),
  );
}
