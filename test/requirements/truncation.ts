// data table: requirements R205 to R214, truncation
import type { Requirement } from "./requirement.ts";

export const truncationRequirements: readonly Requirement[] = [
  {
    id: "R205",
    source: "S1:133-137",
    behaviour: "The runtime applies a per-tool max output; overflow goes to a sidecar file.",
  },
  {
    id: "R206",
    source: "S1:138-145",
    behaviour:
      "A truncated result carries data.head, metadata.truncated true and metadata.output_path.",
  },
  {
    id: "R207",
    source: "S1:146-147",
    behaviour: "The sidecar can be read with `read`.",
  },
  {
    id: "R208",
    source: "S1:147-148",
    behaviour:
      "Sidecars live in the per-session working directory and are deleted when the session closes.",
  },
  {
    id: "R209",
    source: "S1:152",
    behaviour: "read default cap 200 KB; larger reads use byte ranges rather than truncation.",
  },
  {
    id: "R210",
    source: "S1:153",
    behaviour: "glob cap 1000 entries; the 1001st triggers truncation.",
  },
  {
    id: "R211",
    source: "S1:154",
    behaviour: "grep cap 200 matches; the 201st triggers truncation.",
  },
  {
    id: "R212",
    source: "S1:155",
    behaviour: "bash cap 200 KB combined stdout+stderr.",
  },
  {
    id: "R213",
    source: "S1:156",
    behaviour: "web_fetch cap 200 KB after text extraction.",
  },
  {
    id: "R214",
    source: "S1:158-159",
    behaviour: "Caps are tunable per host; head + output_path shape is fixed.",
  },
];
