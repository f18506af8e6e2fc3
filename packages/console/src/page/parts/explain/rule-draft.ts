/** A rule file as a draft: checked while a person types, tried over recorded calls, and written only when the person says so. */
import type {
  CheckedDraft,
  PolicyFacts,
  RuleFile,
  WhatIf,
  WrittenRules,
} from "@toolplane/contract/console";
import { formatPlural } from "@toolplane/readings";
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { h } from "../../ground/h.ts";
import { foreign } from "../base/foreign.ts";
import { Panel, Segments } from "../base/panel.ts";
import { Diff } from "../display/diff.ts";
import { RuleWarnings } from "../display/rule-warnings.ts";
import type { LineMark } from "../editor/code-editor.ts";
import { RuleEditor } from "../editor/rule-editor.ts";
import { Tried } from "./tried.ts";

export type Scope = "project" | "own";

/** A text that is put into the editor from elsewhere on the page; each time a new object. */
export interface ProposedDraft {
  readonly scope: Scope;
  readonly text: string;
}

export interface RuleDraftProps {
  readonly policy: PolicyFacts;
  readonly workspace: string | null;
  readonly proposed: ProposedDraft | null;
  readonly onWritten: () => Promise<void>;
}

interface DraftState {
  readonly text: string;
  readonly resets: number;
  readonly isChanged: boolean;
  readonly checked: CheckedDraft | null;
  /** The remarks on its lines. */
  readonly marks: readonly LineMark[];
  readonly tried: WhatIf | null;
  readonly isTrying: boolean;
  readonly isSaving: boolean;
  readonly said: string;
  readonly write: (text: string) => void;
  /** Puts a whole text into the editor. */
  readonly propose: (text: string) => void;
  readonly discard: () => void;
  /** Over all of it, however long that takes. */
  readonly whatIf: () => void;
  readonly save: () => void;
}

const PAUSE_MS = 400;
/** How long each look after a key may take: the newest sessions are judged in the first, and the next ones go further back. */
const TYPING_MS = [800, 4_000, 20_000];

export function RuleDraft({ policy, workspace, proposed, onWritten }: RuleDraftProps): VNode {
  const [scope, setScope] = useState<Scope>(policy.files.project ? "project" : "own");
  const file: RuleFile = (scope === "project" ? policy.files.project : null) ?? policy.files.own;
  const draft = useDraft(file, scope, onWritten);
  const box = useRef<HTMLDivElement>(null);
  const taken = useRef<ProposedDraft | null>(null);
  useEffect(() => {
    if (proposed === null || taken.current === proposed) return;
    // Another file is opened first, as it is.
    if (scope !== proposed.scope) return setScope(proposed.scope);
    taken.current = proposed;
    draft.propose(proposed.text);
    box.current?.scrollIntoView({ block: "start" });
  }, [proposed, scope]);
  const picker = h(Segments<Scope>, {
    label: "File",
    value: scope,
    options: [
      ...(policy.files.project ? [{ value: "project" as const, text: "project" }] : []),
      { value: "own" as const, text: "your own" },
    ],
    onPick: setScope,
  });
  return h(
    "div",
    { class: "gap", ref: box },
    h(
      Panel,
      { title: "Edit and try", note: foreign(file.file), actions: picker },
      h("div", { class: "bd stack" }, [
        h(RuleEditor, {
          text: draft.text,
          resets: draft.resets,
          label: "Rule file",
          marks: draft.marks,
          onText: draft.write,
        }),
        h(DraftState, { draft }),
        h(DraftButtons, { draft }),
        h("div", { class: "cols halves drafted" }, [
          draft.isChanged && draft.checked?.change
            ? h(Diff, { change: draft.checked.change, workspace })
            : null,
          draft.tried === null || draft.checked?.ok === false
            ? null
            : h(Tried, { tried: draft.tried, isTrying: draft.isTrying }),
        ]),
      ]),
    ),
  );
}

function useDraft(file: RuleFile, scope: Scope, onWritten: () => Promise<void>): DraftState {
  const kept = file.text ?? EMPTY_FILE;
  const [text, setText] = useState(kept);
  const [resets, setResets] = useState(0);
  const [checked, setChecked] = useState<CheckedDraft | null>(null);
  const [tried, setTried] = useState<WhatIf | null>(null);
  const [isTrying, setTrying] = useState(false);
  const [said, setSaid] = useState("");
  const { isActing: isSaving, act } = useAct();
  const trying = useRef<AbortController | null>(null);
  /** Goes on until all is judged or there is no more time. The next key ends it, here and in the server. */
  const judge = async (budgets: readonly (number | null)[]): Promise<void> => {
    trying.current?.abort();
    const own = new AbortController();
    trying.current = own;
    setTrying(true);
    for (const budgetMs of budgets) {
      const body = { scope, text, ...(budgetMs === null ? {} : { budgetMs }) };
      const answer = await sendJson<WhatIf>("POST", "/policy/what-if", body, own.signal);
      if (own.signal.aborted) return;
      setSaid(answer.ok ? "" : answer.fault.message);
      if (answer.ok) setTried(answer.value);
      if (!answer.ok || answer.value.isWhole) break;
    }
    setTrying(false);
  };
  const save = async (): Promise<void> => {
    const body = { text, before: file.digest };
    const path = `/policy/files/${scope}`;
    const answer = await sendJson<WrittenRules>("PUT", path, body);
    if (!answer.ok) return setSaid(answer.fault.message);
    setSaid(
      answer.value.needsTrust
        ? "Saved. What it allows holds once you have looked at it: toolplane trust"
        : "Saved. It holds from the next call on.",
    );
    // Until the new file is read, what was saved looks changed: saving it again would only be refused.
    await onWritten();
  };
  const propose = (whole: string): void => {
    setText(whole);
    setResets((count) => count + 1);
    setTried(null);
  };
  const reset = (): void => propose(kept);
  useEffect(reset, [file.digest, scope]);
  useEffect(() => {
    // Of another text there is nothing to say any more, however late the answer comes.
    const gone = new AbortController();
    const timer = setTimeout(async () => {
      const given = { scope, text };
      const answer = await sendJson<CheckedDraft>("POST", "/policy/check", given, gone.signal);
      if (gone.signal.aborted || !answer.ok) return;
      setChecked(answer.value);
      if (answer.value.ok && text !== kept) void judge(TYPING_MS);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
      trying.current?.abort();
      setTrying(false);
    };
  }, [text, scope]);
  return {
    text,
    resets,
    checked,
    marks: useMemo(() => marksOf(checked), [checked]),
    tried,
    isTrying,
    isSaving,
    said,
    write: setText,
    propose,
    isChanged: text !== kept,
    discard: reset,
    whatIf: () => void judge([null]),
    save: () => act(save),
  };
}

function marksOf(checked: CheckedDraft | null): readonly LineMark[] {
  const idle = (checked?.idle ?? []).map(({ source, reason, near }) => ({
    line: source.line ?? 1,
    message: `Matches nothing: ${reason}${near === null ? "" : `. Did you mean "${near}"?`}`,
    severity: "warning" as const,
  }));
  const faults = (checked?.faults ?? []).map((fault) => ({ ...fault, severity: "error" as const }));
  return [...faults, ...idle];
}

function DraftState({ draft }: { readonly draft: DraftState }): VNode {
  const { checked, said, isTrying } = draft;
  return h("div", { role: "status" }, [
    checked === null
      ? null
      : checked.ok
        ? h(
            "p",
            { class: "t3 sm" },
            `${formatPlural(checked.rules, "rule")}, can be put in force.${isTrying ? " Judging what was recorded." : ""}`,
          )
        : h("p", { class: "note deny" }, foreign(checked.problem ?? "")),
    h(RuleWarnings, { idle: checked?.idle ?? [] }),
    said === "" ? null : h("p", { class: "note" }, foreign(said)),
  ]);
}

function DraftButtons({ draft }: { readonly draft: DraftState }): VNode {
  const isGood = draft.checked?.ok === true;
  const button = (text: string, name: string, isOn: boolean, act: () => void): VNode =>
    h("button", { type: "button", class: name, disabled: !isOn, onClick: act }, text);
  return h("div", { class: "row wrap" }, [
    button("What if, over all 30 days", "b", isGood, draft.whatIf),
    button("Discard", "b", draft.isChanged, draft.discard),
    h("span", { class: "sp" }),
    button("Save", "b p", draft.isChanged && isGood && !draft.isSaving, draft.save),
  ]);
}

const EMPTY_FILE = '{\n  "rules": [\n  ]\n}\n';
