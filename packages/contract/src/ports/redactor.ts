/** Masks known secret values and secret-looking strings. Implemented by the kernel; every sink of the host goes through it. */
export interface Redactor {
  text(text: string): string;
  /** For output that arrives in pieces: a secret across a border is masked too. `end` gives what was held back. */
  stream(): RedactionStream;
  /** Redacts every string of a JSON-like value, keys included; returns the same value when nothing was found. */
  value<T>(value: T): T;
}

/** Redaction of a text in pieces. Holds back at most a bounded tail. */
export interface RedactionStream {
  push(chunk: string): string;
  end(): string;
}
