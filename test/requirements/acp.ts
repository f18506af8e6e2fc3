// data table: requirements R215 to R217, ACP
import type { Requirement } from "./requirement.ts";

export const acpRequirements: readonly Requirement[] = [
  {
    id: "R215",
    source: "S1:194-201",
    behaviour:
      "With an ACP adapter each emitted tool call carries a `kind` from the taxonomy; without one it is omitted.",
  },
  {
    id: "R216",
    source: "S1:199-200",
    behaviour: "A mapping locked tool → kind exists for all 13.",
  },
  {
    id: "R217",
    source: "S1:216",
    behaviour: "The ask flow maps to session/request_permission.",
  },
];
