// data table: requirements R102 to R108, execution strategy and steering
import type { Requirement } from "./requirement.ts";

export const executionStrategyRequirements: readonly Requirement[] = [
  {
    id: "R102",
    source: "S4:49-55",
    behaviour: "Strategy is one of Sequential, Parallel, Batched{size}; default Parallel.",
  },
  {
    id: "R103",
    source: "S4:50",
    behaviour: "Strategy is set at agent construction, not by the LLM per turn.",
  },
  {
    id: "R104",
    source: "S4:53",
    behaviour: "Sequential runs one at a time and checks steering between calls.",
  },
  {
    id: "R105",
    source: "S4:54",
    behaviour: "Parallel runs all concurrently and checks steering after all complete.",
  },
  {
    id: "R106",
    source: "S4:55",
    behaviour: "Batched runs N at a time and checks steering between batches.",
  },
  {
    id: "R107",
    source: "S4:56",
    behaviour:
      "Steering input (new instruction, cancellation, correction) found at a check stops remaining calls.",
  },
  {
    id: "R108",
    source: "S4:56,92",
    behaviour: "Every skipped call still gets a tool result so no call is left unanswered.",
  },
];
