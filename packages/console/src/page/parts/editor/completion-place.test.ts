import { describe, expect, it } from "vitest";
import { completionPlace } from "./completion-place.ts";

/** At the bar. */
function placeAt(marked: string): unknown {
  const at = marked.indexOf("|");
  const place = completionPlace(marked.replace("|", ""), at);
  return place && [place.kind, place.of, marked.slice(place.from, at), place.isQuoted];
}

describe("completionPlace", () => {
  it("knows names of a rule, quoted or not", () => {
    expect(placeAt('{ "rules": [{ "per|')).toEqual(["name", "rules", "per", true]);
    expect(placeAt('{ "rules": [{ per|')).toEqual(["name", "rules", "per", false]);
    expect(placeAt('{ "rules": [{ "permission": "bash", "|" }] }')).toEqual([
      "name",
      "rules",
      "",
      true,
    ]);
    expect(placeAt('{ "|')).toEqual(["name", null, "", true]);
  });

  it("knows whose value it is, in a list too", () => {
    expect(placeAt('{ "rules": [{ "permission": "fs.r|')).toEqual([
      "value",
      "permission",
      "fs.r",
      true,
    ]);
    expect(placeAt('{ "rules": [{ "action": |')).toEqual(["value", "action", "", false]);
    expect(placeAt('{ "rules": [{ "after": ["private", "un|')).toEqual([
      "value",
      "after",
      "un",
      true,
    ]);
  });

  it("is not led astray by texts, comments and what is not closed", () => {
    expect(placeAt('{ "rules": [{ "pattern": "a\\"{,: [", "act|')).toEqual([
      "name",
      "rules",
      "act",
      true,
    ]);
    expect(placeAt('{ // "x": "|\n')).toBeNull();
    expect(placeAt('{ /* { */ "rules|')).toEqual(["name", null, "rules", true]);
    expect(placeAt('{ "rules": [{ "permission": "fs\n "act|')).toEqual([
      "value",
      "permission",
      "act",
      true,
    ]);
    expect(placeAt("|")).toBeNull();
  });
});
