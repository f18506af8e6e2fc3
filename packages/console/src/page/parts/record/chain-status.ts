/** Shows whether the record is whole: its last verification, a running one with a way to stop it, and the head to keep elsewhere. */
import type {
  ChainMark,
  PrintedHead,
  RecordFacts,
  Verification,
} from "@toolplane/contract/console";
import { formatCount, formatDuration, formatMoment, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { CopyButton } from "../base/copy-button.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";

export function ChainStatus({
  facts,
  reload,
}: {
  readonly facts: RecordFacts;
  readonly reload: () => Promise<void>;
}): VNode {
  const { verification, marks } = facts;
  const [said, setSaid] = useState("");
  const [head, setHead] = useState<PrintedHead | null>(null);
  const { isActing, act } = useAct();
  const isRunning = verification?.state === "running";
  const send = (method: "POST" | "DELETE"): void =>
    act(async () => {
      const answer = await sendJson(method, "/record/verify", method === "POST" ? {} : undefined);
      setSaid(answer.ok ? "" : answer.fault.message);
      await reload();
    });
  const print = (): void =>
    act(async () => {
      const answer = await sendJson<PrintedHead>("POST", "/record/head", {});
      setSaid(answer.ok ? "" : answer.fault.message);
      if (answer.ok) setHead(answer.value);
      await reload();
    });
  const button = (text: string, isOn: boolean, onClick: () => void): VNode =>
    h("button", { type: "button", class: "b", disabled: !isOn || isActing, onClick }, text);
  return h("section", { class: "pan", "aria-label": "Chain" }, [
    h("div", { class: "hd" }, [
      h("h2", {}, h(StateMark, { verification })),
      h("span", { class: "t3 sm", role: "status" }, stateNote(verification)),
      h("span", { class: "sp" }),
      isRunning
        ? button("Stop", true, () => send("DELETE"))
        : button(verification ? "Verify again" : "Verify", marks.length > 0, () => send("POST")),
    ]),
    h("div", { class: "bd stack" }, [
      isRunning && verification.of > 0
        ? h("progress", {
            value: verification.done,
            max: verification.of,
            "aria-label": "Sessions verified",
          })
        : null,
      said === "" ? null : h("p", { class: "note deny", role: "alert" }, foreign(said)),
      verification ? h(Broken, { verification }) : null,
      marks.length === 0 ? null : h(Marks, { marks }),
      h("p", { class: "t3 sm" }, [
        "Each row carries the hash of the one before it. A record that is put back to an older state, heads and all, shows only to who kept a head elsewhere: keep or sign a line a day, and hold the record to it with ",
        h("code", {}, "toolplane verify --head FILE"),
        ".",
      ]),
      h("div", { class: "row wrap" }, [
        button("Print a head", verification?.state === "whole", print),
        verification?.state === "whole" ? null : h("span", { class: "t3 sm" }, "Verify it first."),
      ]),
      head === null
        ? null
        : h("div", { class: "row" }, [
            h("pre", { class: "well grow" }, head.line),
            h(CopyButton, { text: `${head.line}\n`, what: "the head" }),
          ]),
    ]),
  ]);
}

function StateMark({ verification }: { readonly verification: Verification | null }): VNode {
  switch (verification?.state) {
    case undefined:
      return h(Mark, { name: "off", word: "Not verified yet" });
    case "running":
      return h(Mark, { name: "running", word: "Verifying" });
    case "whole":
      return h(Mark, { name: "allow", word: "Chain is whole" });
    case "broken":
      return h(Mark, { name: "deny", word: "Chain is broken" });
    case "stopped":
      return h(Mark, { name: "off", word: "Stopped" });
    default:
      return h(Mark, { name: "failed", word: "Could not be verified" });
  }
}

function stateNote(verification: Verification | null): string {
  if (verification === null) return "since this console was started";
  const { state, done, of, rows, startedAtMs, tookMs } = verification;
  if (state === "running" || state === "stopped")
    return of === 0 ? "" : `${formatCount(done)} of ${formatPlural(of, "session")}`;
  if (state === "failed") return "";
  const when = formatMoment(startedAtMs, { nowMs: Date.now() });
  return `checked ${when}: ${formatPlural(rows, "row")} of ${formatPlural(of, "session")}, in ${formatDuration(tookMs)}`;
}

function Broken({ verification }: { readonly verification: Verification }): VNode | null {
  const { problem, broken, brokenCount } = verification;
  if (problem === null && brokenCount === 0) return null;
  const more = brokenCount - broken.length;
  return h("div", {}, [
    problem === null ? null : h("p", { class: "note deny" }, foreign(problem)),
    ...broken.map(({ sessionId, row, problem: what }) =>
      h("p", { key: sessionId, class: "note deny" }, [
        h(Link, { to: sessionPath(sessionId), class: "l m", children: foreign(sessionId) }),
        foreign(` row ${formatCount(row)}: ${what}`),
      ]),
    ),
    more > 0 ? h("p", { class: "t3 sm" }, `and ${formatPlural(more, "more session")}`) : null,
    brokenCount === 0
      ? null
      : h(
          "p",
          { class: "t2 sm" },
          "Everything from that row on cannot be believed. What stands before it is as it was recorded.",
        ),
  ]);
}

function Marks({ marks }: { readonly marks: readonly ChainMark[] }): VNode {
  return h(
    "ol",
    { class: "chain", "aria-label": "Rows of the chain of sessions" },
    marks.map(({ sequence, atMs, hash }, at) =>
      h("li", { key: sequence }, [
        at === marks.length - 1 ? "head" : `row ${formatCount(sequence)}`,
        h("span", { class: "t3" }, ` ${formatMoment(atMs, { nowMs: Date.now() })}`),
        h("div", { class: "row m" }, [
          `${hash.slice(0, 4)}…${hash.slice(-4)}`,
          h(CopyButton, { text: hash, what: `the hash of row ${sequence}` }),
        ]),
      ]),
    ),
  );
}
