/** Skips the content of scripts, styles, drawings and the like up to its end tag, but for the title and linked data. */

/** The element that is being skipped. */
export interface DroppedContent {
  /** The element being skipped, null outside of one. */
  readonly tag: string | null;
  start(tag: string, keepText: boolean): void;
  text(text: string): void;
  /** A start tag inside, which an end tag of its name has to match before ours counts. */
  opened(tag: string): void;
  /** An end tag inside; gives the kept text when it was the last, else null. */
  closed(tag: string): string | null;
}

const MAX_KEPT = 200_000;

export function createDroppedContent(): DroppedContent {
  let tag: string | null = null;
  let depth = 0;
  let keeping = false;
  let kept = "";
  return {
    get tag() {
      return tag;
    },
    start(started, keepText) {
      tag = started;
      depth = 1;
      keeping = keepText;
      kept = "";
    },
    text(text) {
      if (keeping && kept.length < MAX_KEPT) kept += text;
    },
    opened(name) {
      if (name === tag) depth += 1;
    },
    closed(name) {
      if (name !== tag) return null;
      depth -= 1;
      if (depth > 0) return null;
      tag = null;
      return keeping ? kept : null;
    },
  };
}
