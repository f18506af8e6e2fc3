/** MCP servers and web APIs with their health, pins and what changed; skills; notes. */
import type {
  ListedNotes,
  ListedSkills,
  ListedSource,
  SourceList,
} from "@toolplane/contract/console";
import { formatMoment, formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { sendJson } from "../api/request.ts";
import { useData } from "../api/use-data.ts";
import { h } from "../ground/h.ts";
import { foreign } from "../parts/base/foreign.ts";
import { Mark, type MarkName } from "../parts/base/mark.ts";
import { Empty, Fault, Panel } from "../parts/base/panel.ts";
import { AgreeAgain } from "../parts/card/agree-again.ts";
import { Diff } from "../parts/display/diff.ts";

export function SourcesPage(): VNode {
  const kept = useData<SourceList>("/sources");
  const [looked, setLooked] = useState<SourceList | null>(null);
  const [state, setState] = useState<"idle" | "looking" | string>("idle");
  const look = async (): Promise<void> => {
    setState("looking");
    const answer = await sendJson<SourceList>("POST", "/sources/look", {});
    setState(answer.ok ? "idle" : answer.fault.message);
    if (answer.ok) setLooked(answer.value);
  };
  const sources = (looked ?? kept.data)?.sources ?? [];
  return h("div", {}, [
    h("div", { class: "ph" }, [
      h("h1", {}, "Sources"),
      h("span", { class: "sub" }, formatPlural(sources.length, "source")),
      h("span", { class: "sp" }),
      h(
        "button",
        {
          type: "button",
          class: "b",
          disabled: state === "looking" || sources.length === 0,
          onClick: () => void look(),
        },
        state === "looking" ? "Starting them" : "Look now",
      ),
    ]),
    kept.fault ? h(Fault, { fault: kept.fault, retry: kept.reload }) : null,
    state === "idle" || state === "looking"
      ? null
      : h("p", { class: "note deny", role: "alert" }, foreign(state)),
    h(
      Panel,
      {
        title: "MCP servers and web APIs",
        note: looked ? "started just now" : "as they are kept; nothing was started",
      },
      sources.length === 0
        ? h(
            Empty,
            {},
            "No MCP server or web API is behind toolplane yet. In a terminal: toolplane add --help has examples.",
          )
        : h(
            "div",
            {},
            sources.map((source) => h(SourceRow, { key: source.name, source, onKept: look })),
          ),
    ),
    h("div", { class: "cols gap halves" }, [h(SkillList, {}), h(NoteList, {})]),
  ]);
}

function SourceRow({
  source,
  onKept,
}: {
  readonly source: ListedSource;
  readonly onKept: () => Promise<void>;
}): VNode {
  const { name, word } = healthOf(source);
  const changed = (source.tools ?? []).filter(({ drift }) => drift !== null);
  const count = source.tools?.length ?? source.pinned.length;
  const changedCount = source.tools ? changed.length : (source.lastKnown?.changed ?? 0);
  return h("div", { class: "sec" }, [
    h("div", { class: "row wrap" }, [
      h("h3", {}, foreign(source.name)),
      h(Mark, { name, word }),
      h("span", { class: "sp" }),
      h("span", { class: "t2" }, formatPlural(count, "tool")),
      changedCount === 0
        ? h(Mark, { name: "allow", word: "as pinned" })
        : h(Mark, { name: "ask", word: `${changedCount} changed` }),
    ]),
    h("p", { class: "m t3 el" }, foreign(whereOf(source))),
    source.health && source.health.message !== ""
      ? h("p", { class: "t2 sm" }, foreign(source.health.message))
      : null,
    changedCount > 0
      ? h(AgreeAgain, { source: source.name, known: changed.flatMap(driftView), onKept })
      : null,
    ...(source.left ?? []).map((left) =>
      h(
        "p",
        { key: left.name, class: "t2 sm" },
        foreign(`${left.name} is left out: ${left.reason}`),
      ),
    ),
  ]);
}

function driftView({ id, drift }: ChangedTool): readonly VNode[] {
  if (drift === null) return [];
  return [
    h("div", { key: id, class: "stack gap" }, [
      h("p", { class: "note ask" }, foreign(`${drift.reason} Its calls ask until you agree.`)),
      h(Diff, { change: drift.change, workspace: null }),
    ]),
  ];
}

type ChangedTool = NonNullable<ListedSource["tools"]>[number];

function healthOf({ enabled, trusted, health, lastKnown }: ListedSource): {
  readonly name: MarkName;
  readonly word: string;
} {
  if (!enabled) return { name: "off", word: "off" };
  if (!trusted) return { name: "waiting", word: "needs trust" };
  const state = health?.state ?? lastKnown?.state;
  const when =
    health || !lastKnown ? "" : `, ${formatMoment(lastKnown.atMs, { nowMs: Date.now() })}`;
  if (state === "ready") return { name: "allow", word: `ready${when}` };
  if (state === "unauthorized") return { name: "waiting", word: `needs sign-in${when}` };
  if (state === "failed") return { name: "failed", word: `failed${when}` };
  return { name: "off", word: state === undefined ? "not started yet" : `${state}${when}` };
}

function whereOf({ server }: ListedSource): string {
  if (server.kind === "program")
    return [server.command, ...((server.args as readonly string[] | undefined) ?? [])].join(" ");
  return String(server.kind === "address" ? server.url : server.description);
}

function SkillList(): VNode {
  const { data, fault } = useData<ListedSkills>("/skills");
  return h(
    Panel,
    { title: "Skills" },
    h("div", {}, [
      fault ? h(Fault, { fault }) : null,
      data && data.skills.length === 0 && data.skipped.length === 0
        ? h(Empty, {}, "No skills. One is a folder with a SKILL.md in .agents/skills.")
        : null,
      ...(data?.skills ?? []).map((skill) =>
        h("div", { key: skill.name, class: "sec" }, [
          h("h3", {}, foreign(skill.name)),
          h("p", { class: "t2 sm" }, foreign(`${skill.origin} · ${skill.description}`)),
        ]),
      ),
      ...(data?.skipped ?? []).map((note, index) =>
        h("p", { key: index, class: "note" }, foreign(`left out: ${note.place}: ${note.text}`)),
      ),
    ]),
  );
}

function NoteList(): VNode {
  const { data, fault } = useData<ListedNotes>("/memory");
  return h(
    Panel,
    { title: "Notes of this project" },
    h("div", {}, [
      fault ? h(Fault, { fault }) : null,
      data && data.notes.length === 0
        ? h(Empty, {}, "Nothing is kept of this project. The tool memory keeps notes.")
        : null,
      ...(data?.notes ?? []).map((note) =>
        h("details", { key: note.key, class: "sec" }, [
          h("summary", {}, [
            h("b", { class: "m" }, foreign(note.key)),
            h(
              "span",
              { class: "t3 sm" },
              ` ${formatMoment(note.atMs, { nowMs: Date.now() })} ${note.labels.map(({ label }) => label).join(", ")}`,
            ),
          ]),
          h("pre", { class: "well scroll", tabIndex: 0 }, foreign(note.content)),
        ]),
      ),
    ]),
  );
}
