import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as compat from "@toolplane/compat";
import type { ErrorCode } from "@toolplane/contract";
import { describe, expect, it } from "vitest";

const page = readFileSync(join(import.meta.dirname, "../../docs/reference/compat.md"), "utf8");

/** The rows of the table below a heading, as cells. */
function rowsBelow(heading: RegExp): readonly (readonly string[])[] {
  const lines = page.split("\n");
  const start = lines.findIndex((line) => line.startsWith("## ") && heading.test(line));
  const end = lines.findIndex((line, index) => index > start && line.startsWith("## "));
  return lines
    .slice(start + 1, end === -1 ? undefined : end)
    .filter((line) => line.startsWith("| ") && !line.startsWith("|---"))
    .slice(1)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

const names = (cell: string) =>
  [...cell.matchAll(/`([A-Za-z0-9_]+)[^`]*`/g)].map(([, name]) => name);

describe("docs/reference/compat.md", () => {
  it("names every function and table that compat exports, and none that it does not", () => {
    const named = [/S0/, /S1/, /S2/, /S3/, /S4/].flatMap((heading) =>
      rowsBelow(heading).flatMap(([, here = ""]) => names(here)),
    );
    expect(rowsBelow(/Profiles/).map(([profile]) => profile)).toEqual(Object.keys(compat.PROFILES));
    const known = new Set([...named, "applyProfile", "sessionOptions", "PROFILES"]);
    // Told by another name on the page: an option of the orchestrator, or part of the row above.
    const told = new Set(["CODE_TOOLS", "RECORD_ERRORS"]);
    const missing = Object.keys(compat).filter((name) => !known.has(name) && !told.has(name));
    expect(missing).toEqual([]);
    const options = [
      "stateMachine",
      "mode",
      "guards",
      "manifest",
      "executeTool",
      "resetTokenBudget",
      "runWorkflow",
    ];
    const own = ["workflow", "onApprovalRequired", "maxTokens", "toolsEnabled", "flags", "execute"];
    const unknown = [...known].filter(
      (name = "") => !(name in compat) && !options.includes(name) && !own.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it("gives every code the words of the code", () => {
    const rows = rowsBelow(/Error codes/).map((cells) => cells.map((cell) => cell.slice(1, -1)));
    const codes = Object.keys(compat.STUD_ERRORS) as readonly ErrorCode[];
    expect(rows).toEqual(
      codes.map((code) => {
        const { class: errorClass, code: word } = compat.STUD_ERRORS[code];
        return [code, `${errorClass}/${word}`, compat.RECORD_ERRORS[code]];
      }),
    );
  });

  it("says which errors end an S3 run", () => {
    const [, said = ""] = /S3 run\. ([^.]*) end it\./s.exec(page.replaceAll("\n", " ")) ?? [];
    const codes = Object.keys(compat.STUD_ERRORS) as readonly ErrorCode[];
    const ending = codes.filter((code) =>
      compat.isTerminalResult(
        compat.toHarnessResult({
          type: "error",
          code,
          error_text: "",
          metadata: { duration_ms: 0 },
        }),
      ),
    );
    expect(names(said)).toEqual(ending);
  });
});
