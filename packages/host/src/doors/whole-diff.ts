/**
 * The hunk of a file that is new or gone. Nothing has to be compared, so it takes no longer on a busy machine than its lines: a
 * search for what stayed could run into the bound that it needs.
 */
export function wholeDiff(text: string, sign: "+" | "-"): string {
  if (text === "") return "";
  const isEnded = text.endsWith("\n");
  const lines = (isEnded ? text.slice(0, -1) : text).split("\n");
  const count = `1,${lines.length}`;
  const range = sign === "+" ? `-0,0 +${count}` : `-${count} +0,0`;
  const end = isEnded ? "" : "\\ No newline at end of file\n";
  return `@@ ${range} @@\n${lines.map((line) => `${sign}${line}\n`).join("")}${end}`;
}
