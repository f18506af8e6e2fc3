/** Taking back what a session changed: the plan with its lines first, then one press. Undo and redo are the same thing both ways. */
import type { Moved, MovePlan } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { useOpenedPanel } from "../base/opened-panel.ts";
import { Empty, Fault, Panel, Segments } from "../base/panel.ts";
import { shortPath } from "../base/short-path.ts";
import { ChangedFiles } from "./changed-files.ts";

export interface UndoPanelProps {
  readonly sessionId: string;
  readonly workspace: string | null;
  /** Only what this call changed, and those after it; null: everything. */
  readonly from: string | null;
  readonly onMoved: () => void;
  readonly onClose: () => void;
}

export function UndoPanel({ sessionId, workspace, from, onMoved, onClose }: UndoPanelProps): VNode {
  const { ref, leave } = useOpenedPanel(onClose);
  const [action, setAction] = useState<"undo" | "redo">("undo");
  const [said, setSaid] = useState("");
  const { isActing, act } = useAct();
  const path = `/sessions/${encodeURIComponent(sessionId)}/moves`;
  const { data, fault, reload } = useData<MovePlan>(
    `${path}?action=${action}${from === null ? "" : `&from=${encodeURIComponent(from)}`}`,
  );
  const movable = data?.movable ?? 0;
  const held = (data?.files ?? []).filter(({ obstacle }) => obstacle !== null);
  const move = async (): Promise<void> => {
    const answer = await sendJson<Moved>("POST", path, {
      action,
      skipChanged: held.length > 0,
      ...(from === null ? {} : { from }),
    });
    if (!answer.ok) return setSaid(answer.fault.message);
    const { files, failure } = answer.value;
    const done = action === "undo" ? "taken back" : "made again";
    setSaid(failure === null ? `${formatPlural(files, "file")} ${done}.` : failure.message);
    onMoved();
    // This plan is done: the button is for the plan that comes next.
    await reload();
  };
  const panel = h(
    Panel,
    {
      title: `${action === "undo" ? "Undo" : "Redo"} files${from === null ? "" : ` from ${from} on`}`,
      actions: [
        h(Segments<"undo" | "redo">, {
          label: "Action",
          value: action,
          options: [
            { value: "undo", text: "Undo" },
            { value: "redo", text: "Redo" },
          ],
          onPick: setAction,
        }),
        h("button", { type: "button", class: "b q", onClick: leave }, "Close"),
      ],
    },
    h("div", { class: "bd stack" }, [
      said === "" ? null : h("p", { class: "note", role: "status" }, foreign(said)),
      fault ? h(Fault, { fault, retry: reload }) : null,
      data && data.files.length === 0 ? h(Empty, {}, `There is nothing to ${action}.`) : null,
      data && data.movable > 0 ? h(ChangedFiles, { ...data.shown, workspace }) : null,
      ...held.map(({ path: own }) =>
        h(
          "p",
          { key: own, class: "note ask" },
          foreign(`${shortPath(own, workspace)} was changed since and stays as it is.`),
        ),
      ),
      ...(data?.lasting ?? []).slice(0, 10).map(lastingNote),
      movable === 0
        ? null
        : h(
            "div",
            { class: "row" },
            h(
              "button",
              { type: "button", class: "b p", disabled: isActing, onClick: () => act(move) },
              `${action === "undo" ? "Take back" : "Make again"} ${formatPlural(movable, "file")}`,
            ),
          ),
    ]),
  );
  return h("div", { ref, tabIndex: -1, class: "opened" }, panel);
}

function lastingNote({ tool, did }: MovePlan["lasting"][number], index: number): VNode {
  const text = `No undo takes this back: ${tool} ${did.join("; ")}`;
  return h("p", { key: index, class: "note" }, foreign(text));
}
