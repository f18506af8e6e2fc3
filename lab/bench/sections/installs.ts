/** Measures an install by a lock file through the relay and the front of the registries. */
import { row } from "../harness/row.ts";
import type { Section } from "../harness/section.ts";
import { timeInstall } from "../net/timed-installs.ts";

const PACKAGES = 300;

export const section: Section = {
  title: "installs by lock file",
  method: [
    `\`npm ci\` of ${PACKAGES} packages of 13 small files from a registry on loopback, with an empty cache: in plain bubblewrap with a network, and as a call of the product, from the call to its landed files.`,
  ],
  rows: [
    row("bubblewrap", "network of the machine, nothing judged", () =>
      timeInstall("bubblewrap", PACKAGES),
    ),
    row("ours", "every package held to the lock and hashed; the files landed, with undo", () =>
      timeInstall("ours", PACKAGES),
    ),
  ],
  lines: [
    {
      line: "38 npm ci of 300 packages",
      row: "ours",
      floor: "bubblewrap",
      figure: "installMs",
      goal: { atMost: 1.3 },
    },
  ],
  columns: [{ figure: "installMs", title: "time", show: (ms) => `${(ms / 1_000).toFixed(1)} s` }],
  peers: [],
};
