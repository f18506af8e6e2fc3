// data table: requirements R218 to R229, tool modes
import type { Requirement } from "./requirement.ts";

export const toolModesRequirements: readonly Requirement[] = [
  {
    id: "R218",
    source: "S3:47-60",
    behaviour: "decideToolMode returns one of read, safe_write, destructive, local, external.",
  },
  {
    id: "R219",
    source: "S3:63",
    behaviour: "^get_ ^list_ ^read_ ^search_ → read.",
  },
  {
    id: "R220",
    source: "S3:64",
    behaviour: "^create_ ^update_ ^add_ ^set_ → safe_write.",
  },
  {
    id: "R221",
    source: "S3:65",
    behaviour: "^delete_ ^remove_ ^archive_ ^drop_ → destructive.",
  },
  {
    id: "R222",
    source: "S3:66",
    behaviour: "^local_ ^shell_ ^exec_ → local.",
  },
  {
    id: "R223",
    source: "S3:67-68",
    behaviour: "Mode can be overridden at registration.",
  },
  {
    id: "R224",
    source: "S3:51-52",
    behaviour: "read auto-runs without consent.",
  },
  {
    id: "R225",
    source: "S3:53-54",
    behaviour: "safe_write auto-runs with a diff preview treatment.",
    note: "By the profile: edits of our own tools before they run, a command's changes before they land. What a tool of a program will write is not known before it does; its diff comes with the result.",
  },
  {
    id: "R226",
    source: "S3:55-56",
    behaviour: "destructive auto-runs with an undo affordance.",
  },
  {
    id: "R227",
    source: "S3:57-58",
    behaviour: "local requires consent before running.",
  },
  {
    id: "R228",
    source: "S3:59-60",
    behaviour: "external auto-runs and is logged.",
  },
  {
    id: "R229",
    source: "S3:26,61-62",
    behaviour:
      "A client-side status helper derives call status (error when success is false) and mode from the same patterns.",
  },
];
