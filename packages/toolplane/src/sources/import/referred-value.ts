/** References in a client's list, in our words: `env:NAME` where a variable is the whole value, `${env:NAME}` inside one. */

/** Claude Code and Gemini write `${NAME}`, VS Code and Cursor `${env:NAME}`, opencode `{env:NAME}`, Gemini also `$NAME`. */
const VARIABLE = /\$?\{env:([A-Za-z_]\w*)\}|\$\{([A-Za-z_]\w*)(?::-[^}]*)?\}|^\$([A-Za-z_]\w*)$/g;
const WORKSPACE = /\$\{(?:workspaceFolder|workspaceRoot)\}/g;

/** Null where the value is something that only the client can ask for. */
export function referredValue(text: string, workspace: string): string | null {
  if (/\$\{input:/.test(text)) return null;
  const placed = text.replace(WORKSPACE, () => workspace);
  const named = placed.replace(
    VARIABLE,
    (_, one: string, two: string, three: string) => `\${env:${one ?? two ?? three}}`,
  );
  const [, whole] = /^\$\{env:(\w+)\}$/.exec(named) ?? [];
  if (/\$\{(?!env:)/.test(named)) return null;
  return whole === undefined ? named : `env:${whole}`;
}
