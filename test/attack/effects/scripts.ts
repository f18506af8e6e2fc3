/** Programs as lines of a shell: written into the scratch folder, then run. */

export function python(code: string): string {
  return `cat > /tmp/row.py <<'END-OF-ROW'\n${code}\nEND-OF-ROW\npython3 /tmp/row.py`;
}

export function node(code: string): string {
  return `cat > /tmp/row.mjs <<'END-OF-ROW'\n${code}\nEND-OF-ROW\nnode /tmp/row.mjs`;
}
