/** Explains a call without making it: pick a tool, give its arguments, read the verdict. Nothing runs. */

import type { Explanation } from "@toolplane/contract";
import type { ToolList } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { Panel } from "../base/panel.ts";
import { ExplanationView } from "./explanation-view.ts";

/** The argument that a bare text fills, by tool. */
const PLAIN: Readonly<Record<string, string>> = {
  bash: "command",
  read: "path",
  grep: "pattern",
  glob: "pattern",
  web_fetch: "url",
};

export interface ExplainProps {
  readonly workspace: string | null;
  /** Labels of the session that the call is tried in. */
  readonly seen: readonly string[];
}

/** Those that rules ask about unless the person writes others. */
const LABELS = ["private", "untrusted"] as const;

export function Explain({ workspace, seen: given }: ExplainProps): VNode {
  const { data } = useData<ToolList>("/tools");
  const [tool, setTool] = useState("bash");
  const [text, setText] = useState("cat .env");
  const [found, setFound] = useState<Explanation | null>(null);
  const [said, setSaid] = useState("");
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set(given));
  useEffect(() => setSeen(new Set(given)), [given.join()]);
  const turn = (label: string): void => {
    const next = new Set(seen);
    if (!next.delete(label)) next.add(label);
    setSeen(next);
  };
  const explain = async (event: Event): Promise<void> => {
    event.preventDefault();
    const read = argumentsOf(tool, text);
    if (typeof read === "string") return setSaid(read);
    const answer = await sendJson<Explanation>("POST", "/policy/explain", {
      tool,
      arguments: read,
      seen: [...seen],
    });
    setSaid(answer.ok ? "" : answer.fault.message);
    setFound(answer.ok ? answer.value : null);
  };
  return h(
    Panel,
    { title: "Explain a call", note: "runs nothing" },
    h("form", { class: "bd stack", onSubmit: (event: Event) => void explain(event) }, [
      h("div", { class: "row" }, [
        h("label", { class: "narrow" }, [
          h("span", { class: "sr" }, "Tool"),
          h(
            "select",
            {
              class: "f",
              value: tool,
              onChange: (event: Event) => setTool((event.target as HTMLSelectElement).value),
            },
            (data?.tools ?? [{ name: "bash" }]).map(({ name }) =>
              h("option", { key: name, value: name }, name),
            ),
          ),
        ]),
        h("label", { class: "grow" }, [
          h("span", { class: "sr" }, `Its ${PLAIN[tool] ?? "arguments as JSON"}`),
          h("input", {
            class: "f m",
            value: text,
            placeholder: PLAIN[tool] ?? "{ }",
            onInput: (event: Event) => setText((event.target as HTMLInputElement).value),
          }),
        ]),
        h("button", { type: "submit", class: "b" }, "Explain"),
      ]),
      h("fieldset", { class: "row wrap" }, [
        h("legend", { class: "sr" }, "What its session has seen"),
        h("span", { class: "t3 sm", "aria-hidden": "true" }, "in a session that has seen"),
        ...[...new Set([...LABELS, ...given])].map((label) =>
          h("label", { key: label, class: "row sm" }, [
            h("input", {
              type: "checkbox",
              checked: seen.has(label),
              onChange: () => turn(label),
            }),
            foreign(label),
          ]),
        ),
      ]),
      said === "" ? null : h("p", { class: "note deny", role: "alert" }, foreign(said)),
      found === null ? null : h(ExplanationView, { explanation: found, workspace }),
    ]),
  );
}

/** A text fills the argument that says most; for other tools it is the arguments as JSON. */
function argumentsOf(tool: string, text: string): object | string {
  const plain = PLAIN[tool];
  if (plain !== undefined && !text.trim().startsWith("{")) return { [plain]: text };
  try {
    return JSON.parse(text) as object;
  } catch {
    return "The arguments of this tool are a JSON object.";
  }
}
