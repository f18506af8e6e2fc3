/** Faults, and faults behind evasions, in the words of the families that the checks are tried with; each has a repair. */
import { EVASIONS } from "../../test/checks/evasions.ts";
import { all, type Edit, FAULTS, type Flavour, REPAIRS } from "../../test/checks/money-project.ts";

export interface RedCase {
  readonly name: string;
  readonly kind: "fault" | "evasion";
  /** How the agent brings it in. */
  readonly by: "edits" | "commands";
  readonly spoil: Edit;
  /** What it does instead when it mends its work, from the project as it was. */
  readonly repair: Edit;
}

const WAYS = ["edits", "commands"] as const;

export function redCases(flavour: Flavour): readonly RedCase[] {
  const faults = FAULTS.flatMap(([name, spoil]) =>
    WAYS.map((by) => ({ name: `${name}, by ${by}`, kind: "fault" as const, by, spoil })),
  );
  const evasions = Object.entries(EVASIONS).map(([name, hide], at) => {
    const [fault = "", spoil = all()] = FAULTS[at % FAULTS.length] ?? [];
    const [about = ""] = fault.split(" ");
    const by = WAYS[at % WAYS.length] ?? "edits";
    return {
      name: `${name}: ${fault}, by ${by}`,
      kind: "evasion" as const,
      by,
      spoil: all(spoil, hide({ about, flavour })),
    };
  });
  return [...faults, ...evasions].map((one, at) => {
    const [, repair = all()] = REPAIRS[at % REPAIRS.length] ?? [];
    return { ...one, repair };
  });
}
