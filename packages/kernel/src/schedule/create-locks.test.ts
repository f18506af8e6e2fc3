import type { Footprint, Resource, ShellUnit } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLocks } from "./create-locks.ts";
import { conflicts, type LockNeed, lockNeed } from "./lock-need.ts";

const direct = { origin: "direct", via: "argument" } as const;
const fs = (capability: "fs.read" | "fs.write", real: string, tree = false): Resource => ({
  capability,
  path: real,
  real,
  ...(tree ? { tree } : {}),
  ...direct,
});
const unit = (effect: ShellUnit["effect"], neutral = false): Resource => ({
  capability: "shell.run",
  unit: { argv: ["x"], cwd: "/", text: "x", neutral, ...(effect ? { effect } : {}) },
  origin: "direct",
  via: "unit",
});
const need = (...resources: Resource[]): LockNeed =>
  lockNeed({ resources } as Footprint) as LockNeed;

describe("what a call needs for itself", () => {
  it("hosts, variables, named things, and commands known only to read need no lock", () => {
    const free: Resource[] = [
      { capability: "net.fetch", scheme: "https", host: "a", port: 443, ...direct },
      { capability: "env", name: "X", ...direct },
      { capability: "named", name: "tool:x", ...direct },
      unit("read"),
      unit("unknown", true),
    ];
    expect(lockNeed({ resources: free })).toBeNull();
    expect(lockNeed({ resources: [] })).toBeNull();
  });

  it("two calls conflict where one writes what the other touches, at segment borders", () => {
    const write = need(fs("fs.write", "/a/b"));
    expect(conflicts(write, need(fs("fs.write", "/a/b")))).toBe(true);
    expect(conflicts(write, need(fs("fs.read", "/a/b")))).toBe(true);
    expect(conflicts(write, need(fs("fs.read", "/a", true)))).toBe(true);
    expect(conflicts(write, need(fs("fs.read", "/a/bc")))).toBe(false);
    expect(conflicts(write, need(fs("fs.write", "/a/c")))).toBe(false);
    expect(conflicts(need(fs("fs.read", "/a/b")), need(fs("fs.read", "/a/b")))).toBe(false);
  });

  it("lets a process that may write anywhere exclude door writes only", () => {
    const process = need(unit("unknown"));
    expect(conflicts(process, need(fs("fs.write", "/a")))).toBe(true);
    expect(conflicts(process, need(fs("fs.read", "/a")))).toBe(false);
    expect(conflicts(process, need(unit("unknown")))).toBe(false);
  });
});

describe("locks", () => {
  it("locks are granted in order, and a call that conflicts with none before it passes", () => {
    const locks = createLocks();
    const granted: string[] = [];
    const ask = (name: string, what: LockNeed) => locks.acquire(what, () => granted.push(name));
    const first = ask("first", need(fs("fs.write", "/a")));
    const second = ask("second", need(fs("fs.read", "/a")));
    const third = ask("third", need(fs("fs.write", "/a")));
    const other = ask("other", need(fs("fs.write", "/b")));
    expect([first, second, third, other].map(({ held }) => held)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    first.release();
    expect(granted).toEqual(["second"]);
    second.release();
    second.release();
    expect(granted).toEqual(["second", "third"]);
    third.release();
    other.release();
    expect(locks.count()).toEqual({ held: 0, waiting: 0 });
  });

  it("locks forget a ticket that is withdrawn while it waits", () => {
    const locks = createLocks();
    const granted: string[] = [];
    const held = locks.acquire(need(fs("fs.write", "/a")), () => undefined);
    const gone = locks.acquire(need(fs("fs.write", "/a")), () => granted.push("gone"));
    locks.acquire(need(fs("fs.read", "/a")), () => granted.push("reader"));
    gone.release();
    held.release();
    expect(granted).toEqual(["reader"]);
  });

  const needs = fc
    .array(
      fc.oneof(
        fc
          .tuple(
            fc.constantFrom("fs.read", "fs.write"),
            fc.constantFrom("/a", "/a/b", "/a/b/c", "/d"),
            fc.boolean(),
          )
          .map(([capability, path, tree]) => fs(capability as "fs.read", path, tree)),
        fc.constantFrom(unit("read"), unit("unknown")),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((resources) => lockNeed({ resources }))
    .filter((value) => value !== null);

  it("locks never hold two that conflict, never wait needlessly, and serve every call in the end", () => {
    fc.assert(
      fc.property(
        fc.array(needs, { minLength: 1, maxLength: 12 }),
        fc.infiniteStream(fc.nat()),
        (list, picks) => {
          const locks = createLocks();
          const running: number[] = [];
          const tickets = list.map((what, index) => locks.acquire(what, () => running.push(index)));
          for (const [index, ticket] of tickets.entries()) if (ticket.held) running.push(index);
          const served = new Set<number>();
          while (running.length > 0) {
            for (const one of running) {
              for (const other of running) {
                if (one < other)
                  expect(conflicts(list[one] as LockNeed, list[other] as LockNeed)).toBe(false);
              }
            }
            // A waiting one conflicts with one that runs, or with one that came earlier and waits.
            for (const [index, what] of list.entries()) {
              if (served.has(index) || running.includes(index)) continue;
              const ahead = list.filter(
                (_, other) => !served.has(other) && (running.includes(other) || other < index),
              );
              expect(ahead.some((before) => conflicts(what, before))).toBe(true);
            }
            const [done] = running.splice((picks.next().value as number) % running.length, 1);
            served.add(done as number);
            tickets[done as number]?.release();
          }
          expect(served.size).toBe(list.length);
        },
      ),
    );
  });
});
