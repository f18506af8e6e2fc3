// data table: requirements R142 to R158, permission rules, watchdog, defence in depth
import type { Requirement } from "./requirement.ts";

export const permissionRulesRequirements: readonly Requirement[] = [
  {
    id: "R142",
    source: "S1:161-163",
    behaviour: "A rule is (permission, pattern, action).",
  },
  {
    id: "R143",
    source: "S1:163",
    behaviour: "permission may be a tool id, a capability name or `*`.",
  },
  {
    id: "R144",
    source: "S1:163",
    behaviour:
      "pattern applies to the argument (command, path, host) and supports glob and prefix.",
  },
  {
    id: "R145",
    source: "S1:163",
    behaviour: "action ∈ allow/deny/ask; default when nothing matches is ask.",
    note: "Under the profile `grida`. Without one the ask is soft: an edit that can be undone, and a command that the sandbox holds, run contained.",
  },
  {
    id: "R146",
    source: "S1:165",
    behaviour: "Rules layer across manifest, session, project scopes.",
  },
  {
    id: "R147",
    source: "S1:166",
    behaviour: "The most specific matching rule wins.",
  },
  {
    id: "R148",
    source: "S1:166-167",
    behaviour: "A manifest deny cannot become allow through session or project rules.",
  },
  {
    id: "R149",
    source: "S1:173-174",
    behaviour: "Headless hosts treat ask as deny and never invent answers.",
    note: "Under the profile `grida` for what is held too. Without one a soft ask about what is held is no question in any host.",
  },
  {
    id: "R150",
    source: "S1:176",
    behaviour: "The watchdog runs before execute on every tool call.",
  },
  {
    id: "R151",
    source: "S1:176",
    behaviour: "The watchdog sees tool id, validated arguments, agent manifest, session id.",
  },
  {
    id: "R152",
    source: "S1:177",
    behaviour: "Watchdog `allow` lets the call proceed.",
  },
  {
    id: "R153",
    source: "S1:177",
    behaviour:
      "Watchdog `deny(reason)` fails the call and the model receives the reason as a tool error.",
  },
  {
    id: "R154",
    source: "S1:177",
    behaviour:
      "Watchdog `ask` shows the call to a human who picks once / always / reject; headless → deny.",
  },
  {
    id: "R155",
    source: "S1:181-183",
    behaviour:
      "The watchdog can refuse calls the manifest allows but cannot permit calls the capability check refuses.",
  },
  {
    id: "R156",
    source: "S1:183-185",
    behaviour: "The capability check runs before the watchdog.",
  },
  {
    id: "R157",
    source: "S1:186-193",
    behaviour:
      "Capability check, watchdog and environment sandbox are independent: each refuses on its own with the others disabled.",
  },
  {
    id: "R158",
    source: "S1:170-171",
    behaviour: "Child (subagent) permissions inherit parent denies.",
  },
];
