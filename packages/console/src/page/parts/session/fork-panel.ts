/** The turns of the run behind a session: from each of them another chat can go on, in a copy of the folder as it was then. */
import type { KeptRun, KeptRuns, OpenedChat, RunTurns } from "@toolplane/contract/console";
import { formatMoment, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { go } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Fault } from "../base/panel.ts";

export function ForkPanel({ sessionId }: { readonly sessionId: string }): VNode | null {
  const { data } = useData<KeptRuns>(`/runs?limit=1&session=${encodeURIComponent(sessionId)}`);
  const run = data?.runs[0];
  return run ? h(Turns, { run }) : null;
}

function Turns({ run }: { readonly run: KeptRun }): VNode {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const { isActing, act } = useAct();
  const { data, fault } = useData<RunTurns>(isOpen ? `/runs/${encodeURIComponent(run.id)}` : null);
  const fork = async (turn: number): Promise<void> => {
    setSaid("Copying the folder as it was then.");
    const answer = await sendJson<OpenedChat>("POST", "/chats", {
      kind: "fork",
      run: run.id,
      turn,
    });
    if (answer.ok) go(`/chat/${encodeURIComponent(answer.value.chat.id)}`);
    else setSaid(answer.fault.message);
  };
  return h(
    "details",
    {
      class: "pan fork",
      onToggle: (event: Event) => setOpen((event.target as HTMLDetailsElement).open),
    },
    [
      h("summary", {}, [
        h("b", {}, "Fork"),
        h(
          "span",
          { class: "t2 sm el" },
          foreign(` ${formatPlural(run.turns, "turn")} of ${run.model}: ${run.prompt}`),
        ),
      ]),
      fault ? h(Fault, { fault }) : null,
      said === "" ? null : h("p", { class: "note", role: "status" }, foreign(said)),
      ...(data?.turns ?? [])
        .filter(({ turn }) => turn > 0)
        .map(({ turn, words, atMs }) =>
          h("div", { key: turn, class: "un moved" }, [
            h("span", { class: "t3" }, `turn ${turn}`),
            h("span", { class: "el" }, foreign(words)),
            h("span", { class: "t3 nw" }, formatMoment(atMs, { nowMs: Date.now() })),
            h(
              "button",
              {
                type: "button",
                class: "b",
                disabled: isActing,
                onClick: () => act(() => fork(turn)),
              },
              "Fork here",
            ),
          ]),
        ),
    ],
  );
}
