/**
 * The command blocks of a page. A block in `sh` is a promise that these lines work; a block in `text` right after it is what
 * they print, with `…` for what differs from run to run. A comment before a block says what cannot be seen from it:
 * `<!-- run: exit=3 -->` for a command that is meant to be refused, `<!-- run: key=o -->` for one that shows a card, which is
 * answered with that key and Enter, `<!-- run: checkout -->` for one that runs in the repository,
 * `<!-- run: elsewhere -->` for one that another gate runs. `<!-- run: unconfined=2 TEXT -->` is one that works in a sandbox; where
 * there is none it ends with 2 and prints TEXT.
 */

export interface CommandBlock {
  /** Line of the page on which the commands begin. */
  readonly line: number;
  readonly script: string;
  readonly exitCode: number;
  /** What a card of this block is answered with. */
  readonly key: string | null;
  /** True: another gate runs exactly these lines. */
  readonly isElsewhere: boolean;
  /** True: it runs in the repository, in a shell of its own. */
  readonly inCheckout: boolean;
  /** What becomes of it where there is no sandbox; null: the same. */
  readonly unconfined: { readonly exitCode: number; readonly text: string } | null;
  readonly expected: string | null;
}

const COMMANDS = /^(sh|bash|shell|console)$/;
const DIRECTIVE = /^<!-- run: (.+) -->$/;

/** Reads a page. Throws for a directive that means nothing, because it would switch off a check silently. */
export function readCommandBlocks(page: string): readonly CommandBlock[] {
  const fences = readFences(page);
  return fences.flatMap((fence, index) => {
    if (!COMMANDS.test(fence.language)) return [];
    const next = fences[index + 1];
    const isOutput = next?.language === "text" && next.before === "" && next.gap <= 1;
    return [
      {
        line: fence.line,
        script: fence.text,
        expected: isOutput ? next.text : null,
        ...readDirective(fence.before),
      },
    ];
  });
}

function readDirective(
  before: string,
): Pick<CommandBlock, "exitCode" | "key" | "isElsewhere" | "inCheckout" | "unconfined"> {
  const words = DIRECTIVE.exec(before)?.[1];
  const plain = {
    exitCode: 0,
    key: null,
    isElsewhere: false,
    inCheckout: false,
    unconfined: null,
  };
  if (words === undefined) return plain;
  if (words === "elsewhere") return { ...plain, isElsewhere: true };
  if (words === "checkout") return { ...plain, inCheckout: true };
  const [, code, text] = /^unconfined=(\d{1,3}) (.+)$/.exec(words) ?? [];
  if (text !== undefined) return { ...plain, unconfined: { exitCode: Number(code), text } };
  const exit = /^exit=(\d{1,3})$/.exec(words)?.[1];
  if (exit !== undefined) return { ...plain, exitCode: Number(exit) };
  const key = /^key=([a-z])$/.exec(words)?.[1];
  if (key === undefined) throw new Error(`no such directive: ${before}`);
  return { ...plain, key };
}

interface Fence {
  readonly language: string;
  readonly line: number;
  readonly text: string;
  /** The comment line right before it, or nothing. */
  readonly before: string;
  /** Lines between it and the fence before it. */
  readonly gap: number;
}

function readFences(page: string): readonly Fence[] {
  const lines = page.split("\n");
  const fences: Fence[] = [];
  let end = -1;
  for (let at = 0; at < lines.length; at += 1) {
    const open = /^(`{3,})(\w*)/.exec(lines[at] ?? "");
    if (!open) continue;
    const close = lines.indexOf(open[1] ?? "", at + 1);
    if (close < 0) throw new Error(`the block of line ${at + 1} has no end`);
    const before = lines[at - 1]?.startsWith("<!--") ? (lines[at - 1] ?? "") : "";
    fences.push({
      language: open[2] ?? "",
      line: at + 2,
      text: lines.slice(at + 1, close).join("\n"),
      before,
      gap: at - end - 1,
    });
    at = close;
    end = close;
  }
  return fences;
}
