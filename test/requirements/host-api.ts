// data table: requirements R288 to R294, host API, audit, env, security
import type { Requirement } from "./requirement.ts";

export const hostApiRequirements: readonly Requirement[] = [
  {
    id: "R288",
    source: "S0:103",
    behaviour: "A tool reads and writes only through the Host API.",
    note: "As R065: a function that a program gives in code shares its process.",
  },
  {
    id: "R289",
    source: "S0:106-107",
    behaviour: "ToolInvocationStarted / Succeeded / Failed audit events are emitted.",
  },
  {
    id: "R290",
    source: "S0:86,107",
    behaviour:
      "Prompts (including during init, e.g. OAuth) go only through the Interaction Protocol.",
  },
  {
    id: "R291",
    source: "S0:108",
    behaviour: "Credentials come from the Env Provider per declared name; no bulk read.",
    note: "Under the profile stud a declared name is shown with the call and given with it; by default only a rule about `env` gives it.",
  },
  {
    id: "R292",
    source: "S0:109",
    behaviour:
      "A tool cannot read another tool's state slot, another extension's config, or undeclared env values.",
    note: "As R065: a function that a program gives in code shares its process and its environment.",
  },
  {
    id: "R293",
    source: "S0:89-93",
    behaviour:
      "State slots persist retry counters, caches or ratchets across turns for tools that declare one.",
  },
  {
    id: "R294",
    source: "S1:49",
    behaviour: "`question` is the only locked tool that pauses the run on a human.",
  },
];
