// data table: requirements R159 to R174, capability requirements
import type { Requirement } from "./requirement.ts";

export const capabilitiesRequirements: readonly Requirement[] = [
  {
    id: "R159",
    source: "S1:89-99",
    behaviour:
      "RequirementSet supports fs.read[], fs.write[], net.hosts[], shell[], capabilities[].",
  },
  {
    id: "R160",
    source: "S1:91",
    behaviour: "Path patterns are relative to the workspace root.",
  },
  {
    id: "R161",
    source: "S1:188",
    behaviour: "Access outside declared path patterns is refused at the API boundary.",
  },
  {
    id: "R162",
    source: "S1:95,188",
    behaviour: "Outbound hosts outside declared patterns are refused at the API boundary.",
  },
  {
    id: "R163",
    source: "S1:100-103",
    behaviour:
      "ShellRunRequirement = cmd + optional ordered args patterns matched against argv[1..].",
  },
  {
    id: "R164",
    source: "S1:105",
    behaviour: "ArgPattern string matches exactly.",
  },
  {
    id: "R165",
    source: "S1:106",
    behaviour: "ArgPattern {wildcard:true} matches exactly one positional arg.",
  },
  {
    id: "R166",
    source: "S1:107",
    behaviour: "ArgPattern {prefix} matches an arg starting with the prefix.",
  },
  {
    id: "R167",
    source: "S1:111",
    behaviour: "`{workspace}` expands to the workspace root plus manifest-declared extra roots.",
  },
  {
    id: "R168",
    source: "S1:112",
    behaviour: "`{ad-hoc}` expands to directories of currently open ad-hoc files.",
  },
  {
    id: "R169",
    source: "S1:113",
    behaviour: "`{user-data}` expands to the host's per-user data directory.",
    note: "Narrowed on purpose: for a tool it is a folder of its own in that directory, never the directory itself, which holds keys and the record.",
  },
  {
    id: "R170",
    source: "S1:108",
    behaviour: "Variables also expand in host patterns.",
  },
  {
    id: "R171",
    source: "S1:114-115",
    behaviour: "Empty expansion gives an empty scope and calls fail closed.",
  },
  {
    id: "R172",
    source: "S1:115-116",
    behaviour: "An undefined variable name throws at manifest compile time.",
  },
  {
    id: "R173",
    source: "S1:12-13",
    behaviour: "Effective capability set = union of manifest requires and every tool's requires.",
    note: "Narrowed: the union is shown and bounds the agent as a whole, not the single call.",
  },
  {
    id: "R174",
    source: "S1:14-15",
    behaviour: "Adding a tool extends the effective set without a manifest change.",
  },
];
