/** The field for a person's words: a prompt while nothing runs, and while something does either now, after the running call, or later. */
import type { ChatStatus, Unsaid } from "@toolplane/contract/console";
import type { VNode } from "preact";
import { useRef, useState } from "preact/hooks";
import { sendJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { h } from "../../ground/h.ts";
import { go, sessionPath } from "../../ground/router.ts";
import { foreign } from "../base/foreign.ts";

export interface ComposerProps {
  readonly status: ChatStatus;
  /** The chat's path in the API. */
  readonly base: string;
  readonly session: string;
  readonly isDemo: boolean;
  readonly isNew: boolean;
}

const FIRST_WORDS = "Raise the price to 42.";

/** Commands of the terminal's chat that are a page here. */
const COMMANDS: Readonly<Partial<Record<string, (session: string) => string>>> = {
  "/undo": (session) => `${sessionPath(session)}?undo=true`,
  "/show": (session) => sessionPath(session),
  "/policy": () => "/policy",
  "/tools": () => "/tools",
  "/sessions": () => "/sessions",
};

export function Composer({ status, base, session, isDemo, isNew }: ComposerProps): VNode {
  const [text, setText] = useState(isDemo && isNew ? FIRST_WORDS : "");
  const [fault, setFault] = useState("");
  const box = useRef<HTMLTextAreaElement>(null);
  const { isActing, act } = useAct();
  const isIdle = status.phase === "idle";
  const tell = async (path: string, body: object): Promise<boolean> => {
    const answer = await sendJson("POST", `${base}/${path}`, body);
    setFault(answer.ok ? "" : answer.fault.message);
    return answer.ok;
  };
  const say = async (when: "now" | "later"): Promise<void> => {
    if (text.trim() === "") return;
    const place = COMMANDS[text.trim()]?.(session);
    if (place !== undefined) return go(place);
    // Text that was typed meanwhile stays.
    if (await tell("say", { text, when }))
      setText((now) => (now.startsWith(text) ? now.slice(text.length) : now));
    box.current?.focus();
  };
  const takeBack = async (): Promise<void> => {
    const answer = await sendJson<Unsaid>("POST", `${base}/unsay`, {});
    if (answer.ok && answer.value.text !== null) setText(answer.value.text);
  };
  const button = (name: string, isOn: boolean, press: () => void, kind = "b"): VNode =>
    h("button", { type: "button", class: kind, disabled: !isOn, onClick: press }, name);
  const hasText = text.trim() !== "" && !isActing;
  return h("div", { class: "composer" }, [
    ...status.waiting.map((one, index) =>
      h("p", { key: index, class: "t2 sm waits" }, [
        h("span", { class: "tag" }, one.when === "now" ? "after this call" : "afterwards"),
        " ",
        foreign(one.text),
      ]),
    ),
    fault === "" ? null : h("p", { class: "note deny", role: "alert" }, foreign(fault)),
    h("label", { class: "stack" }, [
      h("span", { class: "sr" }, "Say something"),
      h("textarea", {
        class: "f",
        ref: box,
        rows: 2,
        value: text,
        maxLength: 100_000,
        placeholder: isIdle
          ? "What should it do?"
          : "It works. What you say is heard between calls.",
        onInput: (event: Event) => setText((event.target as HTMLTextAreaElement).value),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          act(() => say("now"));
        },
      }),
    ]),
    h("div", { class: "row wrap" }, [
      isIdle
        ? button("Send", hasText, () => act(() => say("now")), "b p")
        : button("Say it now", hasText, () => act(() => say("now"))),
      isIdle ? null : button("Afterwards", hasText, () => act(() => say("later"))),
      status.waiting.length === 0 ? null : button("Take back", !isActing, () => act(takeBack)),
      h("span", { class: "t3 sm hide-s" }, [h("kbd", {}, "Enter"), " sends"]),
      h("span", { class: "sp" }),
      isIdle
        ? null
        : button(
            status.phase === "stopping" ? "Stopping" : "Stop",
            status.phase === "working",
            () => void tell("stop", {}),
          ),
    ]),
  ]);
}
