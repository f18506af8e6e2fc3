// data table: requirements R122 to R141, approval and security modes
import type { Requirement } from "./requirement.ts";

export const approvalRequirements: readonly Requirement[] = [
  {
    id: "R122",
    source: "S0:7,59",
    behaviour: "Authority order on a gated call is SM → mode → guard.",
    note: "Under the profile stud, for every tool. By default guards are heard before the mode, so that nobody is asked about what a guard refuses. Rules and the watchdog, which the document does not know, come before the mode in both.",
  },
  {
    id: "R123",
    source: "S0:58-59",
    behaviour: "`gated:true` runs the chain on every invocation.",
    note: "Under the profile stud. By default what is held (an edit that can be undone, a command in the sandbox) and what only reads the workspace run unasked. A rule of the person's own that allows a call answers for it in both.",
  },
  {
    id: "R124",
    source: "S0:60",
    behaviour: "`gated:false` executes without consulting the approval stack.",
    note: "Narrowed: only a soft ask is answered this way; a hard ask goes to a person, and nothing answers a deny.",
  },
  {
    id: "R125",
    source: "S0:61,126",
    behaviour: "Approval identity is the pair (toolName, deriveApprovalKey(args)).",
    note: "Under the profile stud, for what no rule, protected file or place outside asks about: that is asked about whatever was approved. The definition of the tool belongs to its name: another one finds nothing. By default an answer also covers only what was shown.",
  },
  {
    id: "R126",
    source: "S0:64-65",
    behaviour: "`ask` mode prompts on a new key.",
    note: "Under the profile stud; see R123.",
  },
  {
    id: "R127",
    source: "S0:65",
    behaviour: "`ask` mode caches approved keys for the session lifetime.",
    note: "Under the profile stud the only yes that is offered is one for the session. By default a person may also answer once, and is asked again.",
  },
  {
    id: "R128",
    source: "S0:66-67",
    behaviour:
      "`allowlist` mode compares the key against patterns; a match proceeds without prompt.",
    note: "Narrowed: only a soft ask is answered this way; a hard ask goes to a person, and nothing answers a deny.",
  },
  {
    id: "R129",
    source: "S0:67",
    behaviour: "`allowlist` mode prompts on a miss.",
    note: "Under the profile stud; by default what is held runs contained on a miss too.",
  },
  {
    id: "R130",
    source: "S0:68-69",
    behaviour: "`yolo` mode skips the gate: no prompt and no cache lookup.",
    note: "Narrowed: only a soft ask is answered this way; a hard ask goes to a person, and nothing answers a deny.",
  },
  {
    id: "R131",
    source: "S0:70",
    behaviour:
      "An approved key is not re-prompted in the session unless the session manifest is cleared.",
    note: "Under the profile stud; see R125.",
  },
  {
    id: "R132",
    source: "S0:70",
    behaviour: "Project-scope approval caching is off by default and must be explicitly enabled.",
  },
  {
    id: "R133",
    source: "S0:28,126",
    behaviour: "Allowlist entries match on the flat tool name and as approval-key patterns.",
    note: "Narrowed: an entry counts for tools of trusted layers, and for a server only where it names the server.",
  },
  {
    id: "R134",
    source: "S0:88",
    behaviour: "The allowlist never hides tools; it only affects prompting.",
  },
  {
    id: "R135",
    source: "S0:72-73",
    behaviour: "Equivalent args give identical keys (deterministic, key order irrelevant).",
  },
  {
    id: "R136",
    source: "S0:73",
    behaviour:
      "Keys contain no per-call noise (timestamps, random ids, counters); detectable by a double-derive test.",
  },
  {
    id: "R137",
    source: "S0:74",
    behaviour: "deriveApprovalKey resolves no secrets and makes no network calls.",
    note: "Refused on purpose as a check: keys come from trusted code only, are derived twice, bounded and masked, and get the arguments and nothing else. That code in our own process stays pure cannot be enforced; a tool by its module or folder runs apart.",
  },
  {
    id: "R138",
    source: "S0:75",
    behaviour: "Approval posture depends only on gated + deriveApprovalKey (no sensitivity field).",
    note: "Under the profile stud, for what no rule decides. By default the footprint decides too.",
  },
  {
    id: "R139",
    source: "S0:34,114",
    behaviour:
      "A shadowing tool does not silently inherit a different implementation's reviewability: origin is shown in approval/audit.",
  },
  {
    id: "R140",
    source: "S0:7,118",
    behaviour:
      "State-machine precedence on tool calls is honoured (allow envelope or deny in any mode).",
    note: "Narrowed: only a soft ask is answered this way; a hard ask goes to a person, and nothing answers a deny.",
  },
  {
    id: "R141",
    source: "S0:122",
    behaviour:
      "Several approvals requested by one response are handled (parallel tool approvals flow) without interleaved prompts.",
  },
];
