/** A form from a tool's schema: one control for each type, the verdict while a person types, and then the call itself. */
import type { Explanation } from "@toolplane/contract";
import type { CalledTool, ToolFacts } from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { h } from "../../ground/h.ts";
import { Link, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";
import { Mark } from "../base/mark.ts";
import { ExplanationView } from "./explanation-view.ts";
import { type Field, readFields, readRefusal, readValues } from "./tool-fields.ts";

/** Texts of several lines, as tools call them. */
const LONG: readonly string[] = [
  "content",
  "patch",
  "program",
  "code",
  "prompt",
  "old_string",
  "new_string",
];
const PAUSE_MS = 400;

export function TryTool({
  tool,
  workspace,
}: {
  readonly tool: ToolFacts;
  readonly workspace: string | null;
}): VNode {
  const fields = readFields(tool.parameters);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [called, setCalled] = useState<CalledTool | null>(null);
  const [said, setSaid] = useState("");
  const [isRunning, setRunning] = useState(false);
  const { given, faults: own } = readValues(fields, values);
  const isReady =
    own.size === 0 && fields.every(({ name, isRequired }) => !isRequired || name in given);
  const explanation = useExplanation(tool.name, isReady ? given : null);
  const { settled = null } = explanation ?? {};
  const refused = settled?.stage === "validate" ? readRefusal(settled.error_text, fields) : null;
  const faults = refused ?? own;
  const call = async (event: Event): Promise<void> => {
    event.preventDefault();
    setRunning(true);
    setSaid("");
    const answer = await sendJson<CalledTool>(
      "POST",
      `/tools/${encodeURIComponent(tool.name)}/call`,
      {
        arguments: given,
      },
    );
    setRunning(false);
    setCalled(answer.ok ? answer.value : null);
    if (!answer.ok) setSaid(answer.fault.message);
  };
  return h("form", { onSubmit: (event: Event) => void call(event) }, [
    h(
      "div",
      { class: "sec form" },
      fields.flatMap((field) =>
        control(field, { values, setValues, fault: faults.get(field.name) }),
      ),
    ),
    explanation === null || refused !== null
      ? null
      : h("div", { class: "sec" }, [
          h("div", { class: "row" }, [
            h("h3", {}, "This call would touch"),
            h("span", { class: "t3 sm" }, "updates as you type, runs nothing"),
          ]),
          h(ExplanationView, { explanation, workspace }),
        ]),
    said === "" ? null : h("p", { class: "note deny", role: "alert" }, foreign(said)),
    called === null ? null : h(CallEnd, { called }),
    h("div", { class: "acts" }, [
      h(
        "button",
        { type: "submit", class: "b p", disabled: !isReady || refused !== null || isRunning },
        isRunning ? "Runs, or waits for an answer under Now" : "Run call",
      ),
      h(
        "span",
        { class: "t3 sm wide", role: "status" },
        faults.size > 0
          ? `${formatPlural(faults.size, "field")} to fix`
          : isReady
            ? ""
            : "Fill what is required.",
      ),
    ]),
  ]);
}

/** Explains a call with these arguments; null while they are not whole. */
function useExplanation(tool: string, given: object | null): Explanation | null {
  const [explanation, setExplanation] = useState<Explanation | null>(null);
  useEffect(() => {
    if (given === null) return setExplanation(null);
    // An answer about other arguments is not shown below these, however late it comes.
    const gone = new AbortController();
    const timer = setTimeout(async () => {
      const body = { tool, arguments: given };
      const answer = await sendJson<Explanation>("POST", "/policy/explain", body, gone.signal);
      if (!gone.signal.aborted) setExplanation(answer.ok ? answer.value : null);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [JSON.stringify(given)]);
  return explanation;
}

function CallEnd({ called }: { readonly called: CalledTool }): VNode {
  const { sessionId, callId, result } = called;
  return h("div", { class: "sec", role: "status" }, [
    h("div", { class: "row wrap" }, [
      h(Mark, {
        name: result.type === "output" ? "allow" : "deny",
        word: result.code ?? "done",
      }),
      h("span", { class: "sp" }),
      h(Link, { to: sessionPath(sessionId, callId), class: "l", children: "See its road" }),
    ]),
    h("pre", { class: "well scroll", tabIndex: 0 }, foreign(result.text)),
  ]);
}

function control(
  field: Field,
  {
    values,
    setValues,
    fault,
  }: {
    readonly values: Readonly<Record<string, string>>;
    readonly setValues: (values: Readonly<Record<string, string>>) => void;
    readonly fault: string | undefined;
  },
): readonly VNode[] {
  const id = `field-${field.name}`;
  const value = values[field.name] ?? "";
  const take = (event: Event): void =>
    setValues({ ...values, [field.name]: (event.target as HTMLInputElement).value });
  const common = {
    id,
    value,
    "aria-invalid": fault === undefined ? undefined : ("true" as const),
    "aria-describedby": `${id}-hint`,
  };
  const own =
    field.kind === "boolean" || field.choices.length > 0
      ? h(
          "select",
          { ...common, class: "f", onChange: take },
          ["", ...(field.kind === "boolean" ? ["true", "false"] : field.choices)].map((choice) =>
            h("option", { key: choice, value: choice }, choice === "" ? "not given" : choice),
          ),
        )
      : field.kind === "json" || LONG.includes(field.name)
        ? h("textarea", {
            ...common,
            class: "f",
            rows: 4,
            spellcheck: false,
            onInput: take,
            placeholder: field.sample,
          })
        : h("input", {
            ...common,
            class: "f m",
            type: field.kind === "number" ? "number" : "text",
            onInput: take,
          });
  return [
    h("label", { htmlFor: id }, foreign(field.name)),
    h("div", {}, [
      own,
      h(
        "div",
        { class: fault === undefined ? "hint" : "hint wrong", id: `${id}-hint` },
        foreign(fault ?? `${field.isRequired ? "Required. " : ""}${field.summary}`),
      ),
    ]),
  ];
}
