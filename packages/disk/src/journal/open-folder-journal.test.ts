import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalEntry } from "@toolplane/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFolderJournal } from "./open-folder-journal.ts";

function entry(id: string): JournalEntry {
  const facts = { sessionId: "s", callId: "c", atMs: 1, undone: false, mode: null };
  return { ...facts, id, path: `/w/${id}`, before: null, after: null };
}

describe("a journal in a file", () => {
  function path(): string {
    const base = mkdtempSync(join(tmpdir(), "toolplane-journal-"));
    onTestFinished(() => rmSync(base, { recursive: true, force: true }));
    return join(base, "journal.jsonl");
  }

  it("knows what it wrote and what another process wrote between, in the order of the file", async () => {
    const file = path();
    const one = openFolderJournal(file);
    const other = openFolderJournal(file);
    await one.store.append([entry("a")]);
    await one.store.append([entry("b")]);
    await other.store.append([entry("c")]);
    await one.store.append([entry("d")]);
    await one.store.append([entry("e")]);
    await one.store.mark({ id: "b", sessionId: "" }, true);
    const expected = ["a", "b", "c", "d", "e"].map((id) => ({ ...entry(id), undone: id === "b" }));
    expect(one.entries()).toEqual(expected);
    expect(other.entries()).toEqual(expected);
    expect(openFolderJournal(file).entries()).toEqual(expected);
    await expect(one.store.append([entry("c")])).rejects.toMatchObject({ code: "conflict" });
    await expect(one.store.append([entry("e")])).rejects.toMatchObject({ code: "conflict" });
  });

  it("lists what need not be on disk yet, and brings it there when it is asked to", async () => {
    const file = path();
    const journal = openFolderJournal(file);
    await journal.flush();
    await journal.store.append([entry("a")], { durable: false });
    expect(openFolderJournal(file).entries()).toEqual([entry("a")]);
    await journal.flush();
    rmSync(file);
    mkdirSync(file);
    await expect(journal.flush()).rejects.toMatchObject({ code: "unavailable" });
  });

  it("reads on where a line was cut short before its own", async () => {
    const file = path();
    const journal = openFolderJournal(file);
    await journal.store.append([entry("a")]);
    await journal.store.append([entry("b")]);
    appendFileSync(file, '{"entry":{"id":"cut');
    await journal.store.append([entry("c")]);
    expect(journal.entries().map(({ id }) => id)).toEqual(["a", "b", "c"]);
  });
});
