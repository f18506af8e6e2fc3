import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { readSentences } from "./read-sentences.ts";
import { renderSentences } from "./sentences-page.ts";

function openSource(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "sentences-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

it("a sentence is found where it is said, with what its function is for and … for what is filled in", () => {
  const root = openSource({
    "packages/cli/src/chat/a.ts": [
      "/** Words of the chat. */",
      'import { x } from "./the name of a module.ts";',
      "/** Refuses a | name. */",
      "export function refuse(name: string): string {",
      '  if (name === "") throw new TypeError("a defect of our own");',
      "  // biome-ignore lint: nobody reads this one",
      '  return name.length > 9 ? `"${name}" is too long here.` : "Give it a name.";',
      "}",
      'const rows = "up down left right".split(" ");',
      'const shown = { class: "wide and low row", title: "Nothing was kept here" };',
      'const sql = "SELECT a few rows FROM there";',
      'const short = "two words";',
    ].join("\n"),
    "packages/cli/src/chat/a.test.ts": 'export const a = "This is of a test.";',
    "packages/cli/src/commands/a-command.ts": 'export const a = "This is on another page.";',
  });
  const said = readSentences(root, ["packages/cli/src"]);
  expect(said).toEqual([
    {
      path: "packages/cli/src/chat/a.ts",
      meaning: "Refuses a | name.",
      sentences: ['"…" is too long here.', "Give it a name."],
    },
    {
      path: "packages/cli/src/chat/a.ts",
      meaning: "Words of the chat.",
      sentences: ["Nothing was kept here"],
    },
  ]);
  const page = renderSentences(said).join("\n");
  expect(page).toContain(
    '## In the chat\n\nRefuses a \\| name. `cli/chat/a.ts`\n\n- `"…" is too long here.`',
  );
});
