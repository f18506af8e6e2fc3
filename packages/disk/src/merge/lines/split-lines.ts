/** Lines with their ends, a character for each byte, so that no encoding, CRLF or missing last newline is lost. */
export function splitLines(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The bytes of such lines. */
export function joinLines(lines: readonly string[]): Uint8Array {
  return Buffer.from(lines.join(""), "latin1");
}
