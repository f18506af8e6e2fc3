/**
 * The code editor of the Policy page: line numbers, completion, broken rows marked on their line. It stands in a shadow root, where
 * its styles are sheets of their own: the page's policy lets no style be written into the page. Loaded by itself, when it is shown.
 */
import {
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import {
  bracketMatching,
  HighlightStyle,
  StreamLanguage,
  syntaxHighlighting,
} from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { RuleWords } from "@toolplane/contract/console";
import { completeRules } from "./complete-rules.ts";
import { EDITOR_THEME } from "./editor-theme.ts";

/** A line with something to say about it, counted from 1. */
export interface LineMark {
  readonly line: number;
  readonly message: string;
  /** `error`: it does not hold. `warning`: it holds and matches nothing. */
  readonly severity: "error" | "warning";
}

export interface CodeEditor {
  /** Of somebody else: another file, or what was discarded. */
  setText(text: string): void;
  setMarks(marks: readonly LineMark[]): void;
  setWords(words: RuleWords | null): void;
  focus(at: number): void;
  close(): void;
}

export interface CodeEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly words: RuleWords | null;
  readonly onText: (text: string) => void;
}

export function openCodeEditor(host: HTMLElement, options: CodeEditorOptions): CodeEditor {
  // A host keeps its root for as long as it is there.
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  let isSetting = false;
  // Asked for at each key: words that come again while a list is open do not close it.
  let { words } = options;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        bracketMatching(),
        JSON_WITH_COMMENTS,
        syntaxHighlighting(COLOURS),
        EditorView.lineWrapping,
        lintGutter(),
        autocompletion({
          override: [(context: CompletionContext) => completeAt(context, words)],
          icons: false,
          // A list opens inside a word, where Enter means nothing else: it is never taken back from who types fast.
          interactionDelay: 0,
        }),
        // Tab goes on to the next thing of the page, as in any field.
        keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorView.contentAttributes.of({ "aria-label": options.label }),
        EDITOR_THEME,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isSetting) options.onText(update.state.doc.toString());
        }),
      ],
    }),
  });
  // Its sheets count from the next drawing on: what was measured before is measured again.
  const drawn = requestAnimationFrame(() => view.requestMeasure());
  return {
    setText(text) {
      const { doc } = view.state;
      if (text === doc.toString()) return;
      // Whoever sets it knows it already.
      isSetting = true;
      view.dispatch({ changes: { from: 0, to: doc.length, insert: text } });
      isSetting = false;
    },
    setMarks: (marks) =>
      view.dispatch(setDiagnostics(view.state, marks.map(diagnosticIn(view.state)))),
    setWords(now) {
      words = now;
    },
    focus(at) {
      view.focus();
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) } });
    },
    close() {
      cancelAnimationFrame(drawn);
      view.destroy();
    },
  };
}

function completeAt(
  { state, pos, explicit }: CompletionContext,
  words: RuleWords | null,
): CompletionResult | null {
  if (words === null) return null;
  const found = completeRules(state.doc.toString(), pos, { words, isAsked: explicit });
  return found && { from: found.from, options: [...found.options], validFor: /^[\w.*-]*$/ };
}

function diagnosticIn({ doc }: EditorState): (mark: LineMark) => Diagnostic {
  return ({ line, message, severity }) => {
    const { from, to, text } = doc.line(Math.min(Math.max(1, line), doc.lines));
    return { from: from + (text.length - text.trimStart().length), to, severity, message };
  };
}

const JSON_WITH_COMMENTS = StreamLanguage.define<{ isOpen: boolean }>({
  name: "rules",
  startState: () => ({ isOpen: false }),
  token(stream, state) {
    if (state.isOpen || stream.match("/*")) {
      state.isOpen = !stream.skipTo("*/");
      if (state.isOpen) stream.skipToEnd();
      else stream.match("*/");
      return "comment";
    }
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/))
      return stream.match(/^\s*:/, false) ? "propertyName" : "string";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" } },
});

/** Colour is spent on verdicts: here only comments step back. */
const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--ink-3)" },
  { tag: tags.propertyName, color: "var(--ink-2)" },
]);
