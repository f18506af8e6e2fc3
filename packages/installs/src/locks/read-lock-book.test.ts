import { expect, it } from "vitest";
import { type LockEvent, readLockBook } from "./read-lock-book.ts";

const SUM = `h1:${"A".repeat(43)}=`;
const OTHER = `h1:${"B".repeat(43)}=`;
const wrote = (by: LockEvent["by"], ...lines: readonly string[]): LockEvent => ({
  ...(by ? { by } : {}),
  name: "go.sum",
  text: lines.map((line) => `m.test/${line}\n`).join(""),
});
const sumsOf = (name: string, ...events: readonly LockEvent[]) =>
  readLockBook(events)
    .files("go", `m.test/${name}`)
    .map(({ version, sums }) => `${version} ${sums.join()}`);

it("what stood there and what a person wrote since is named", () => {
  const book = readLockBook([wrote(undefined, `a v1 ${SUM}`), wrote("person", `b v1 ${SUM}`)]);
  expect([book.names("go", "m.test/a"), book.names("go", "m.test/b")]).toEqual([true, true]);
});

it("a package that only the session brought in is not named, whatever version a person's program writes later", () => {
  const events = [
    wrote("session", `evil v1 ${SUM}`),
    wrote("person", `evil v1 ${SUM}`, `evil v2 ${SUM}`),
  ];
  expect(sumsOf("evil", ...events)).toEqual([]);
});

it("of a named package the session brings in no version and no other file", () => {
  const events = [
    wrote(undefined, `a v1 ${SUM}`),
    wrote("session", `a v1 ${OTHER}`, `a v2 ${SUM}`),
    wrote("person", `a v1 ${SUM}`, `a v1 ${OTHER}`, `a v2 ${SUM}`, `a v3 ${SUM}`),
  ];
  expect(sumsOf("a", ...events)).toEqual([`v1 ${SUM}`, `v3 ${SUM}`]);
});

it("what a person approved is named, whoever wrote it", () => {
  const line = `a v1 ${SUM}`;
  expect(sumsOf("a", wrote("session", line), wrote("approval", line))).toEqual([`v1 ${SUM}`]);
});

it("what was named stays named when the session writes it again", () => {
  const line = `a v1 ${SUM}`;
  expect(sumsOf("a", wrote(undefined, line), wrote("session", line))).toEqual([`v1 ${SUM}`]);
});
