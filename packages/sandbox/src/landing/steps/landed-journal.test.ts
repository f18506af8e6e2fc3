import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasRoomFor, readLandedAddress, trimLanded } from "./landed-journal.ts";

const NOW_MS = Date.UTC(2026, 0, 2);

/** A journal of landings by what each of them kept, in bytes; null for one whose size is not written yet. */
function journalOf(kept: Readonly<Record<string, number | null>>): string {
  const journals = mkdtempSync(join(tmpdir(), "toolplane-journal-"));
  onTestFinished(() => rmSync(journals, { recursive: true, force: true }));
  for (const [name, bytes] of Object.entries(kept)) {
    mkdirSync(join(journals, name));
    if (bytes === null) continue;
    const file = join(journals, name, "bytes");
    writeFileSync(file, String(bytes));
    utimesSync(file, NOW_MS / 1_000, NOW_MS / 1_000);
  }
  return journals;
}

describe("trimLanded", () => {
  it("lets the oldest go until the rest is within its bytes, and keeps what only added", () => {
    const journals = journalOf({ a: 40, b: 0, c: 40, d: 40 });
    const trim = { nowMs: NOW_MS, mayDisplace: true };
    expect(trimLanded(journals, { ...trim, maxBytes: 80 })).toEqual(["a"]);
    expect(trimLanded(journals, { ...trim, maxBytes: 79 })).toEqual(["c"]);
    expect(readdirSync(journals).toSorted()).toEqual(["b", "d"]);
  });

  it("lets go of landings of the last day only when somebody was asked", () => {
    const journals = journalOf({ a: 40, b: 40, c: 40 });
    const old = NOW_MS / 1_000 - 25 * 60 * 60;
    utimesSync(join(journals, "a", "bytes"), old, old);
    const trim = { maxBytes: 50, nowMs: NOW_MS };
    expect(trimLanded(journals, { ...trim, mayDisplace: false })).toEqual(["a"]);
    expect(readdirSync(journals).toSorted()).toEqual(["b", "c"]);
    expect(trimLanded(journals, { ...trim, mayDisplace: true })).toEqual(["b"]);
  });
});

describe("hasRoomFor", () => {
  const asks = (bytes: number) => ({ bytes, maxBytes: 100, nowMs: NOW_MS });

  it("counts what is kept together with what comes", () => {
    const journals = journalOf({ a: 30, b: 30 });
    expect([40, 41].map((bytes) => hasRoomFor(journals, asks(bytes)))).toEqual([true, false]);
  });

  it("counts past a landing that is still being written", () => {
    const journals = journalOf({ a: 100, b: null });
    expect(hasRoomFor(journals, asks(1))).toBe(false);
  });
});

describe("readLandedAddress", () => {
  it("reads the landing and the place in it", () => {
    expect(readLandedAddress("landed:0f-3a/12/before")).toEqual({ landing: "0f-3a", index: 12 });
  });

  it.each([
    "landed:../calls/1/before",
    "landed:..//1/before",
    "landed:a/b/1/after",
    "landed:/etc/1/before",
    "landed:a/-1/before",
    "landed:a/1/beside",
    "sha256:00",
  ])("takes %s for no place in the journal", (address) => {
    expect(readLandedAddress(address)).toBeNull();
  });
});
