/** Requests of commands through the relay, against a direct connection in the same run. */
import type { Row, Section } from "../harness/section.ts";
import { growth, timeGets } from "../net/relayed-gets.ts";

const row = (name: string, note: string, measure: Row["passes"][number]["measure"]): Row => ({
  name,
  note,
  passes: [{ nodeFlags: [], measure }],
});

const MEGABYTES = 100;
/** Stands for the bound, so that a growth is told as a share of it. */
const BOUND_MEBIBYTES = 64;

export const section: Section = {
  title: "requests through the relay",
  method: [
    "One GET at a time of 1 KB over HTTPS from a server on loopback, each with a connection of its own, 300 after 30 to warm up; the relay runs in a process of its own. Then a hundred downloads of 100 MB at once, and how much that process grows.",
  ],
  rows: [
    row("straight", "no relay", () => timeGets("straight")),
    row("tunnelled", "judged by host, then piped", () => timeGets("tunnelled")),
    row("ended", "TLS ended, read, judged, sent on over TLS", () => timeGets("ended")),
    row("bound", "what is allowed", async () => ({ mebibytes: BOUND_MEBIBYTES })),
    row("100 tunnels", "as they come", () => growth("tunnelled", MEGABYTES)),
    row("100 ended", "read and sent on", () => growth("ended", MEGABYTES)),
  ],
  lines: [
    {
      line: "38 tunnelled GET, p50",
      row: "tunnelled",
      floor: "straight",
      figure: "p50Us",
      goal: { atMost: 1.5 },
    },
    {
      line: "38 ended GET, p50",
      row: "ended",
      floor: "straight",
      figure: "p50Us",
      goal: { atMost: 2.5 },
    },
    {
      line: "38 growth, tunnels",
      row: "100 tunnels",
      floor: "bound",
      figure: "mebibytes",
      goal: { atMost: 1 },
    },
    {
      line: "38 growth, ended",
      row: "100 ended",
      floor: "bound",
      figure: "mebibytes",
      goal: { atMost: 1 },
    },
  ],
  columns: [
    { figure: "p50Us", title: "p50", show: (us) => `${us.toFixed(0)} us` },
    { figure: "mebibytes", title: "growth", show: (size) => `${size.toFixed(0)} MiB` },
  ],
  peers: [],
};
