/** The text of a rule file: a plain field at once, and the code editor in its place when that has come. If it does not, the field stays. */
import type { RuleWords } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useData } from "../../api/use-data.ts";
import { h } from "../../ground/h.ts";
import type { CodeEditor, LineMark } from "./code-editor.ts";

export interface RuleEditorProps {
  readonly text: string;
  /** Goes up when the text is another one by itself, and not by what was typed: only then is it put into the editor. */
  readonly resets: number;
  readonly label: string;
  readonly marks: readonly LineMark[];
  readonly onText: (text: string) => void;
}

export function RuleEditor({ text, resets, label, marks, onText }: RuleEditorProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [editor, setEditor] = useState<CodeEditor | null>(null);
  const words = useData<RuleWords>("/policy/words").data;
  // What the editor calls back with is always of the latest drawing.
  const latest = useRef({ text, onText });
  latest.current = { text, onText };
  useEffect(() => {
    let opened: CodeEditor | null = null;
    let isOver = false;
    void import("./code-editor.ts").then(
      ({ openCodeEditor }) => {
        if (isOver || host.current === null) return;
        const at = document.activeElement === field.current ? field.current?.selectionStart : null;
        opened = openCodeEditor(host.current, {
          text: latest.current.text,
          label,
          words: null,
          onText: (now) => latest.current.onText(now),
        });
        setEditor(opened);
        if (at != null) opened.focus(at);
      },
      // The field is there already.
      () => {},
    );
    return () => {
      isOver = true;
      opened?.close();
    };
  }, []);
  useEffect(() => editor?.setText(latest.current.text), [editor, resets]);
  useEffect(() => editor?.setWords(words), [editor, words]);
  useEffect(() => editor?.setMarks(marks), [editor, marks]);
  return h("div", { class: "code-box" }, [
    h("div", { ref: host, class: "code-host" }),
    editor === null
      ? h("label", { class: "stack" }, [
          h("span", { class: "sr" }, label),
          h("textarea", {
            ref: field,
            class: "f",
            spellcheck: false,
            value: text,
            rows: 12,
            onInput: (event: Event) => onText((event.target as HTMLTextAreaElement).value),
          }),
        ])
      : h("p", { class: "t3 sm hide-s" }, [
          h("kbd", {}, "ctrl Space"),
          " completes · ",
          h("kbd", {}, "F8"),
          " next mark · ",
          h("kbd", {}, "Tab"),
          " leaves the editor",
        ]),
  ]);
}
