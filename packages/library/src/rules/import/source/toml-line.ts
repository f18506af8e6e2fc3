/** Finds the line of a key or table in a TOML file; 1 when it cannot be found. For people, not for deciding. */
export function tomlLine(text: string, name: string): number {
  const lines = text.split("\n");
  const at = lines.findIndex((line) => {
    const plain = line.trim();
    return plain.startsWith(`[${name}`) || plain.split("=", 1)[0]?.trimEnd() === name;
  });
  return at < 0 ? 1 : at + 1;
}

/** The lines of `[[name]]`, in order. */
export function tomlTables(text: string, name: string): readonly number[] {
  return text
    .split("\n")
    .flatMap((line, at) => (line.replace(/\s|#.*$/g, "") === `[[${name}]]` ? [at + 1] : []));
}
