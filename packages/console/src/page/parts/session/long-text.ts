import type { CutText, TalkText } from "@toolplane/contract/console";
import { formatCount } from "@toolplane/readings";
import type { ComponentChildren, VNode } from "preact";
import { useState } from "preact/hooks";
import { getJson } from "../../api/request.ts";
import { useAct } from "../../api/use-act.ts";
import { h } from "../../ground/h.ts";

export interface LongTextProps {
  /** Where the rest of it is had. */
  readonly path: string;
  readonly first: CutText;
  readonly draw: (text: string) => ComponentChildren;
}

/** A text of which only the beginning is drawn until somebody wants more of it. */
export function LongText({ path, first, draw }: LongTextProps): VNode {
  const [rest, setRest] = useState("");
  const [next, setNext] = useState<number | null>(first.isCut ? first.text.length : null);
  const { isActing, act } = useAct();
  const more = async (): Promise<void> => {
    const answer = await getJson<TalkText>(`${path}?from=${next ?? 0}`);
    if (!answer.ok) return;
    setRest(rest + answer.value.text);
    setNext(answer.value.next);
  };
  return h("div", {}, [
    draw(first.text + rest),
    next === null
      ? null
      : h(
          "button",
          { type: "button", class: "b", disabled: isActing, onClick: () => act(more) },
          `More of ${formatCount(first.characters)} characters`,
        ),
  ]);
}
