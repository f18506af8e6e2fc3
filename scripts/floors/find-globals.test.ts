import { stripTypeScriptTypes } from "node:module";
import { describe, expect, it } from "vitest";
import { findGlobals } from "./find-globals.ts";

const forbidden = ["fetch", "process", "Date.now", "new Date()", "Math.random"];
const find = (source: string) =>
  findGlobals(stripTypeScriptTypes(source), forbidden).map(({ name, line }) => `${line} ${name}`);

describe("findGlobals", () => {
  it("finds plain, dotted and clock-reading uses", () => {
    expect(
      find(`const a = fetch("x");
const b = process.env;
const c = Date.now() + Math?.random();
const d = [new Date(), new Date];
const e = { fetch };
const f = open ? fetch : undefined;
const now = Date.now;`),
    ).toEqual([
      "1 fetch",
      "2 process",
      "3 Date.now",
      "3 Math.random",
      "4 new Date()",
      "4 new Date()",
      "5 fetch",
      "6 fetch",
      "7 Date.now",
    ]);
  });

  it("leaves members, keys, methods, types and conversions alone", () => {
    expect(
      find(`interface Net { fetch(url: string): Promise<string>; readonly process: string }
type F = typeof fetch;
const a = { fetch: door, process(name: string) { return name; } };
const b = runtime.fetch(a) ?? runtime?.process;
const c = new Date(0);
const text = "fetch" + \`process\`; // fetch`),
    ).toEqual([]);
  });
});
