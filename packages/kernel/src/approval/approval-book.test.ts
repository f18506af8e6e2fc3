import type { Approval, ApprovalKey, Resource } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createApprovalBook } from "./approval-book.ts";
import { askedKeys } from "./asked-keys.ts";
import { callKeys } from "./call-keys.ts";
import { file, unit } from "./resource.fixture.ts";

const known = { tool: "bash", origin: "bundled", fingerprint: "f1" };
const who = { ...known, by: "cover" } as const;
const keysOf = (resources: readonly Resource[]): readonly ApprovalKey[] =>
  callKeys({ tool: { id: "bash" }, approvalKey: null }, {}, { resources }) ?? [];
const npmTest = unit(0, ["npm", "test"]);
const gitStatus = unit(0, ["git", "status"]);

function approvals(
  resources: readonly Resource[],
  more: Partial<Approval> = {},
): readonly Approval[] {
  return keysOf(resources).map(({ key, cover }, index) => ({
    id: `apr_${index}_${key}`,
    ...known,
    key,
    cover,
    scope: "session" as const,
    sessionId: "s1",
    grantedAtMs: 0,
    ...more,
  }));
}

describe("createApprovalBook", () => {
  it("identifies an approval by tool, origin, definition and key", () => {
    const book = createApprovalBook({ initial: approvals([npmTest]) });
    const query = { ...who, keys: keysOf([npmTest]), nowMs: 1 };
    expect(book.find(query)).toEqual(approvals([npmTest]));
    expect(book.find({ ...query, tool: "sh" })).toBeNull();
    expect(book.find({ ...query, origin: "project" })).toBeNull();
    expect(book.find({ ...query, fingerprint: "f2" })).toBeNull();
    expect(book.find({ ...query, fingerprint: null })).toEqual(approvals([npmTest]));
    expect(book.find({ ...query, fingerprint: null, origin: "project" })).toBeNull();
    expect(book.find({ ...query, keys: keysOf([gitStatus]) })).toBeNull();
    expect(book.find({ ...query, keys: [] })).toBeNull();
  });

  it("reads what was kept by its key alone by that key, and never where covers count", () => {
    const keys = [{ key: "k", cover: [npmTest] }];
    const byKey = { ...known, id: "a", key: "k", cover: [gitStatus], scope: "session" } as const;
    const kept: Approval = { ...byKey, by: "key", sessionId: "s1", grantedAtMs: 0 };
    const book = createApprovalBook({ initial: [kept] });
    expect(book.find({ ...who, by: "key", keys, nowMs: 1 })).toEqual([kept]);
    expect(book.find({ ...who, keys: [{ key: "k", cover: [gitStatus] }], nowMs: 1 })).toBeNull();
    const { by: _, ...covering } = kept;
    const other = createApprovalBook({ initial: [covering] });
    expect(other.find({ ...who, by: "key", keys, nowMs: 1 })).toBeNull();
    book.add({ ...covering, id: "b" });
    expect(book.list()).toHaveLength(2);
  });

  it("finds any subset and combination of what was approved, and nothing beside it", () => {
    const book = createApprovalBook();
    for (const approval of approvals([npmTest, unit(1, ["git", "status"])])) book.add(approval);
    const hit = (resources: readonly Resource[]): boolean =>
      book.find({ ...who, keys: keysOf(resources), nowMs: 1 }) !== null;
    expect(hit([gitStatus])).toBe(true);
    expect(hit([unit(0, ["git", "status"]), unit(1, ["npm", "test"])])).toBe(true);
    expect(hit([gitStatus, unit(1, ["touch", "pwned"])])).toBe(false);
    expect(
      hit([npmTest, file("fs.write", "/w/src/index.ts", { via: "redirect", unitIndex: 0 })]),
    ).toBe(false);
  });

  it("does not let a coarse key grant more than was shown", () => {
    const coarse = (resources: readonly Resource[]): readonly ApprovalKey[] => [
      { key: "files", cover: resources },
    ];
    const book = createApprovalBook();
    const [approval] = approvals([npmTest]);
    book.add({ ...(approval as Approval), key: "files", cover: [file("fs.write", "/w/a")] });
    const hit = (path: string): boolean =>
      book.find({ ...who, keys: coarse([file("fs.write", path)]), nowMs: 1 }) !== null;
    expect(hit("/w/a")).toBe(true);
    expect(hit("/w/b")).toBe(false);
    book.add({
      ...(approval as Approval),
      id: "2",
      key: "files",
      cover: [file("fs.write", "/w/b")],
    });
    expect([hit("/w/a"), hit("/w/b")]).toEqual([true, true]);
  });

  it("forgets what has expired, was revoked or cleared", () => {
    const book = createApprovalBook({ initial: approvals([npmTest], { expiresAtMs: 100 }) });
    const at = (nowMs: number): boolean =>
      book.find({ ...who, keys: keysOf([npmTest]), nowMs }) !== null;
    expect([at(99), at(100), at(101)]).toEqual([true, false, false]);
    const [listed] = book.list();
    expect(book.revoke((listed as Approval).id)).toBe(true);
    expect(book.revoke((listed as Approval).id)).toBe(false);
    expect(at(1)).toBe(false);
    for (const approval of approvals([npmTest, gitStatus])) book.add(approval);
    book.clear();
    expect(book.list()).toEqual([]);
    expect(at(1)).toBe(false);
  });

  it("keeps an answer once, and never shortens a longer one", () => {
    const book = createApprovalBook();
    const [once] = approvals([npmTest]) as [Approval];
    book.add(once);
    book.add({ ...once, id: "again" });
    expect(book.list().map(({ id }) => id)).toEqual(["again"]);
    book.add({ ...once, id: "brief", expiresAtMs: 5 });
    expect(book.list().map(({ id }) => id)).toEqual(["again", "brief"]);
  });

  it("says yes exactly when every command of the line was approved", () => {
    const words = ["a", "b", "c", "d"];
    const line = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 });
    const shares = { hit: 0, ask: 0 };
    fc.assert(
      fc.property(fc.array(line, { maxLength: 3 }), line, (answered, asked) => {
        const resources = (names: readonly string[]): readonly Resource[] =>
          names.map((name, index) => unit(index, [name]));
        const book = createApprovalBook();
        for (const given of answered)
          for (const approval of approvals(resources(given))) book.add(approval);
        const expected = asked.every((name) => answered.flat().includes(name));
        const found = book.find({ ...who, keys: keysOf(resources(asked)), nowMs: 1 });
        shares[found === null ? "ask" : "hit"] += 1;
        expect(found !== null).toBe(expected);
      }),
      { numRuns: 1_000 },
    );
    console.info(`approval book: ${shares.hit} answered by approvals, ${shares.ask} ask`);
    expect(Math.min(shares.hit, shares.ask)).toBeGreaterThan(100);
  });
});

describe("askedKeys", () => {
  const resources = [npmTest, unit(1, ["git", "status"]), unit(2, ["cd", "x"], { neutral: true })];
  const keys = keysOf(resources);
  const ask = (resource?: number) =>
    ({
      judge: "rules",
      action: "ask",
      hard: true,
      reason: "r",
      ...(resource === undefined ? {} : { resource }),
    }) as const;
  const asked = (...opinions: readonly ReturnType<typeof ask>[]): readonly string[] | null =>
    askedKeys(keys, { resources }, opinions)?.map(({ key }) => key) ?? null;

  it("needs approval only for what was asked about", () => {
    expect(asked(ask(0))).toEqual(["$ npm test @ /w"]);
    expect(asked(ask(1), ask(0))).toEqual(["$ git status @ /w", "$ npm test @ /w"]);
  });

  it("needs all keys when the call itself is asked about", () => {
    expect(asked(ask(0), ask())).toEqual(["$ git status @ /w", "$ npm test @ /w"]);
  });

  it("leaves what has no key to a person", () => {
    expect(asked(ask(0), ask(2))).toBeNull();
    expect(askedKeys(null, { resources }, [ask(0)])).toBeNull();
  });
});
