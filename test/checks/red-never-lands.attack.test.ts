import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isWhole, SAMPLED_MS, sampleOf } from "../sample.ts";
import { type CheckWorld, openCheckWorld } from "./check-world.ts";
import { EVASIONS } from "./evasions.ts";
import { all, FAULTS, type Flavour, NODE, REPAIRS, VITEST } from "./money-project.ts";

const first = (name: string): string => name.split(" ")[0] ?? "";

describe.each([
  { flavour: NODE, taken: 8 },
  { flavour: VITEST, taken: 4 },
])("a project with $flavour.name", { timeout: SAMPLED_MS }, ({ flavour, taken }) => {
  let world: CheckWorld;
  const before = flavour.files;
  beforeAll(async () => {
    world = await openCheckWorld([{ name: "tests", run: "npm test", within: "2m" }]);
  });
  afterAll(() => world.close());

  it.each(sampleOf(REPAIRS, taken / 2))("%s lands", async (_, repair) => {
    const verdict = await world.judge({ before, after: repair(before) });
    expect(verdict.passes, verdict.text).toBe(true);
    expect(verdict.results[0]).toMatchObject({ state: "passed", by: "report" });
  });

  it.each(sampleOf(FAULTS, taken / 2))("%s: does not land", async (name, fault) => {
    const verdict = await world.judge({ before, after: fault(before) });
    expect(verdict.passes, verdict.text).toBe(false);
    expect(verdict.text, name).toMatch(/broke|gone|fails?/);
  });

  it.each(sampleOf(Object.keys(EVASIONS), taken))(
    "%s: a fault behind it does not land",
    async (name) => {
      const verdict = await world.judge({ before, after: hidden(name, flavour)(before) });
      expect(verdict.passes, verdict.text).toBe(false);
      expect(verdict.text.length).toBeLessThan(9_000);
    },
  );
});

/** Each hides another fault, so that none of them is made for one. */
function hidden(name: string, flavour: Flavour) {
  const at = Object.keys(EVASIONS).indexOf(name) % FAULTS.length;
  const [fault = "", spoil = all()] = FAULTS[at] ?? [];
  const hide = EVASIONS[name];
  if (hide === undefined) throw new Error(`there is no evasion ${name}`);
  return all(spoil, hide({ about: first(fault), flavour }));
}

describe("what looks green in the view is run with the base's versions", () => {
  it.each(
    sampleOf(
      [
        "the assertion is caught",
        "the assertion is weaker",
        "the script mends the source while it runs",
        "the script runs a runner of its own",
        "the configuration writes the report",
      ],
      isWhole ? 5 : 1,
    ),
  )("%s", { timeout: SAMPLED_MS }, async (name) => {
    const world = await openCheckWorld([{ name: "tests", run: "npm test" }]);
    const hide = EVASIONS[name];
    const [, fault = all()] = FAULTS.find(([one]) => first(one) === "cents") ?? [];
    for (const flavour of [NODE, VITEST]) {
      const spoil = all(fault, hide?.({ about: "cents", flavour }) ?? all());
      const verdict = await world.judge({ before: flavour.files, after: spoil(flavour.files) });
      expect(verdict.results[0]?.judged, verdict.text).toMatchObject({ isRestored: true });
      expect(verdict.passes).toBe(false);
    }
    await world.close();
  });
});
