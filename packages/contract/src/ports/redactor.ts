/** Masks known secret values and secret-looking strings. Implemented by the kernel; every sink of the host goes through it. */
export interface Redactor {
  text(text: string): string;
  /**
   * For output that arrives in pieces: a secret across a border is masked too. `end` gives what was held back. `before` is
   * text that was written already, right before the first piece; its last few characters tell whether a word
   * begins there. It is not given out again.
   */
  stream(before?: string): RedactionStream;
  /** Redacts every string of a JSON-like value, keys included; returns the same value when nothing was found. */
  value<T>(value: T): T;
  /** For large outputs: tells bytes that are certainly clean without decoding them. Without it all text is redacted. */
  readonly quick?: QuickLook;
}

/** Redaction of a text in pieces. Holds back at most a bounded tail. */
export interface RedactionStream {
  push(chunk: string): string;
  end(): string;
}

/**
 * A look at undecoded UTF-8, valid or not. It errs on one side only: what it suspects is often clean, what it does not is.
 *
 * A text may be looked at in windows when each but the first begins `overlap` bytes, or more, before the end of the one
 * before it. Where no window is suspect, redacting the text changes nothing. Where one is, nothing that begins before
 * that window is masked because of it; and once `reach` bytes in windows that are not suspect have followed, everything
 * that began before them has ended.
 */
export interface QuickLook {
  suspects(bytes: Uint8Array): boolean;
  readonly overlap: number;
  readonly reach: number;
}
