// data table: requirements R280 to R287, openAPI and MCP adapters
import type { Requirement } from "./requirement.ts";

export const adaptersRequirements: readonly Requirement[] = [
  {
    id: "R280",
    source: "S4:80",
    behaviour: "One tool per OpenAPI 3.0 operation.",
  },
  {
    id: "R281",
    source: "S4:80",
    behaviour: "Executing it performs the HTTP request to the endpoint.",
  },
  {
    id: "R282",
    source: "S4:80",
    behaviour: "The OpenAPI adapter is an optional feature (not loaded by default).",
  },
  {
    id: "R283",
    source: "S4:81",
    behaviour: "Factories from_str, from_file, from_url, from_spec.",
  },
  {
    id: "R284",
    source: "S0:8,41 S4:83",
    behaviour: "MCP tools are adapted to the common contract.",
  },
  {
    id: "R285",
    source: "S4:83",
    behaviour: "All adapters of one server share one client, calls serialized.",
  },
  {
    id: "R286",
    source: "S4:83",
    behaviour: "Optional prefix namespace prevents collisions (`filesystem__read_file`).",
  },
  {
    id: "R287",
    source: "S0:42",
    behaviour: "Remote tools are declared by the MCP client at registration, not written by hand.",
  },
];
