/** One view: its files with their lines, and what a person does with it. */
import type { OneView, RebasedViewFacts, SettledView } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { useOpenedPanel } from "../base/opened-panel.ts";
import { Empty, Fault, Panel } from "../base/panel.ts";
import { shortPath } from "../base/short-path.ts";
import { ChangedFiles } from "../session/changed-files.ts";
import { type Answers, ConflictForm } from "./conflict-form.ts";
import { ViewNote } from "./view-note.ts";

export interface OneViewPanelProps {
  readonly viewId: string;
  readonly workspace: string | null;
  /** The list has to be loaded again; the words outlive this panel. */
  readonly onSettled: (said: string) => void;
  readonly onClose: () => void;
}

export function OneViewPanel(props: OneViewPanelProps): VNode {
  const { viewId, workspace, onSettled, onClose } = props;
  const { ref, leave } = useOpenedPanel(onClose);
  const path = `/views/${encodeURIComponent(viewId)}`;
  const { data, fault, reload } = useData<OneView>(path);
  const { isActing, act } = useAct();
  const [said, setSaid] = useState("");
  const [isSure, setSure] = useState(false);
  const [rebased, setRebased] = useState<RebasedViewFacts | null>(null);
  const settle = async (how: "land" | "discard"): Promise<void> => {
    const answer = await sendJson<SettledView>("POST", `${path}/${how}`, {});
    if (!answer.ok) return setSaid(answer.fault.message);
    onSettled(settledText(answer.value, workspace));
    if (answer.value.state === "kept" && answer.value.why === "conflict") await bring({});
    else if (answer.value.state !== "kept") onClose();
  };
  const bring = async (answers: Answers): Promise<void> => {
    const answer = await sendJson<RebasedViewFacts>("POST", `${path}/rebase`, { answers });
    if (!answer.ok) return setSaid(answer.fault.message);
    const { merged, conflicts } = answer.value;
    setRebased(answer.value);
    const text = merged.length === 0 ? "It is up to date." : mergedText(merged.length);
    onSettled(conflicts.length === 0 ? text : "Nothing was merged: answer the conflicts first.");
    await reload();
  };
  const isLive = data?.view.isLive ?? true;
  const conflicts = rebased?.conflicts ?? [];
  const button = (text: string, work: () => Promise<void>, look = "b"): VNode =>
    h(
      "button",
      { type: "button", class: look, disabled: isActing || isLive, onClick: () => act(work) },
      text,
    );
  const panel = h(
    Panel,
    {
      title: `View ${viewId}`,
      actions: h("button", { type: "button", class: "b q", onClick: leave }, "Close"),
    },
    h("div", { class: "bd stack" }, [
      said === "" ? null : h("p", { class: "note", role: "status" }, foreign(said)),
      fault ? h(Fault, { fault, retry: reload }) : null,
      data?.view.note ? h(ViewNote, { note: data.view.note }) : null,
      data && data.shown.files === 0 ? h(Empty, {}, "It changes nothing.") : null,
      data && data.shown.files > 0 ? h(ChangedFiles, { ...data.shown, workspace }) : null,
      conflicts.length === 0
        ? null
        : h(ConflictForm, {
            key: conflicts.map((one) => one.path).join("\n"),
            conflicts,
            workspace,
            isActing,
            onAnswer: (answers) => act(() => bring(answers)),
          }),
      data === null
        ? null
        : isLive
          ? h(
              "p",
              { class: "note" },
              "A run works in it. It can be landed or discarded when that has ended.",
            )
          : h("div", { class: "row wrap" }, [
              button(
                data.view.note?.isRed ? "Land it all the same" : "Land it",
                () => settle("land"),
                "b p",
              ),
              button("Bring in what the project changed", () => bring({})),
              h("span", { class: "sp" }),
              isSure
                ? button("Discard for good", () => settle("discard"), "b")
                : h(
                    "button",
                    { type: "button", class: "b q", onClick: () => setSure(true) },
                    "Discard…",
                  ),
            ]),
    ]),
  );
  return h("div", { ref, tabIndex: -1, class: "opened gap" }, panel);
}

function mergedText(count: number): string {
  return `${formatPlural(count, "path")} merged in the view. The project is as it was.`;
}

function settledText({ state, why, refused }: SettledView, workspace: string | null): string {
  if (state === "landed") return "Landed.";
  if (state === "dropped") return "Discarded.";
  const [first] = refused;
  if (why === "conflict") return "Nothing landed: the project changed the same places.";
  const reason = first === undefined ? "" : ` ${shortPath(first.path, workspace)}: ${first.reason}`;
  return `Nothing landed.${reason}`;
}
