/** Every setting, in the order of the reference. */

import type { SettingSpec } from "./setting-spec.ts";
import type { SettingName } from "./settings.ts";

/** A century: more makes no sense, and a date still holds it. */
const MOST_DAYS = 36_500;
/** A thousand terabytes. */
const MOST_MEGABYTES = 1_000_000_000;
const MOST_FILES = 100_000_000;
const MOST_KILOBYTES = 100_000;
const MOST_SETS = 100_000;
const MOST_SECONDS = 86_400;

export const SETTINGS: { readonly [Name in SettingName]: SettingSpec<Name> } = {
  profile: {
    kind: {
      type: "choice",
      choices: ["none", "stud", "grida", "morphix", "steerable", "phi"],
    },
    bundled: "none",
    summary:
      "The document whose defaults hold: its tools, who answers, how approvals are kept, how a run ends. Settings of your own go before it.",
    variable: "TOOLPLANE_PROFILE",
  },
  preset: {
    kind: { type: "choice", choices: ["everyday", "locked", "bundled", "minimal", "managers"] },
    bundled: "everyday",
    summary: "The set of tools.",
    variable: "TOOLPLANE_PRESET",
  },
  mode: {
    kind: { type: "choice", choices: ["ask", "allowlist", "yolo"] },
    bundled: "ask",
    summary:
      "What answers a call that no rule decided: a person, a list, or nobody. No mode answers a deny, or an ask that a rule made.",
    variable: "TOOLPLANE_MODE",
  },
  allowlist: {
    kind: { type: "texts" },
    bundled: [],
    summary: "Names of tools, and key patterns, that mode allowlist lets through.",
    variable: "TOOLPLANE_ALLOWLIST",
  },
  sandbox: {
    kind: { type: "choice", choices: ["auto", "plain", "none"] },
    bundled: "auto",
    summary:
      "auto takes the best this machine has; plain does without bubblewrap; none runs commands unconfined and asks more.",
    variable: "TOOLPLANE_SANDBOX",
  },
  contained: {
    kind: { type: "switch" },
    bundled: true,
    summary:
      "What no rule decided runs unasked where it can be taken back: edits in the workspace, and in a sandbox commands without network.",
    variable: "TOOLPLANE_CONTAINED",
  },
  defaultPolicy: {
    kind: { type: "switch" },
    bundled: true,
    summary: "The rules that toolplane brings: reading in the workspace, looking with git.",
    variable: "TOOLPLANE_DEFAULT_POLICY",
  },
  flow: {
    kind: { type: "choice", choices: ["default", "wary", "off"] },
    bundled: "default",
    summary:
      "What a session was shown decides what it may send: default asks once it has read something private and something from outside, wary once it has read something from outside, and about changes elsewhere too.",
    variable: "TOOLPLANE_FLOW",
    project: true,
  },
  projectApprovals: {
    kind: { type: "switch" },
    bundled: false,
    summary: "Lets an approval be kept for the project, beyond the session.",
    variable: "TOOLPLANE_PROJECT_APPROVALS",
  },
  reach: {
    kind: { type: "reach" },
    bundled: { read: [], write: [], hosts: [] },
    summary:
      "What is open beside the workspace: folders to read, folders to write too, hosts of this machine or of private networks. What is not asks.",
  },
  tunnel: {
    kind: { type: "texts" },
    bundled: [],
    summary:
      "Hosts whose requests are never read on their way, for programs that take no certificate but their own: rules about methods then count by the severest.",
    variable: "TOOLPLANE_TUNNEL",
  },
  secrets: {
    kind: { type: "secrets" },
    bundled: {},
    summary:
      "Secrets that no command holds: by the name of a variable, the hosts that each is for, its place in a request, and where its value comes from.",
  },
  notify: {
    kind: { type: "notify" },
    bundled: null,
    summary:
      "Calls you when a question waits or a run ends: a program of yours (command), an address (webhook), or both, with the project, the tool and a link to the console where one runs.",
  },
  record: {
    kind: { type: "record" },
    bundled: null,
    summary:
      "Where the record of a team is: a PostgreSQL database, and the key that seals it. Unless set, a file of this machine.",
  },
  prices: {
    kind: { type: "prices" },
    bundled: {},
    summary:
      "What models cost, in dollars for a million tokens, by their names (* stands for anything): a budget in money needs the price of its model. None is known unless you write it.",
  },
  tools: {
    kind: { type: "tools" },
    bundled: {},
    summary:
      "Configuration by tool id: enabled, timeoutMs, and what the tool's own schema takes (toolplane tools NAME shows it).",
    project: true,
  },
  keepDays: {
    kind: { type: "count", most: MOST_DAYS },
    bundled: 90,
    summary: "Sessions older than this many days are let go of; 0 keeps everything.",
    variable: "TOOLPLANE_KEEP_DAYS",
  },
  keepMegabytes: {
    kind: { type: "count", most: MOST_MEGABYTES },
    bundled: 2_048,
    summary: "The record grows to this many megabytes at the most; 0 is no bound.",
    variable: "TOOLPLANE_KEEP_MEGABYTES",
  },
  view: {
    kind: { type: "choice", choices: ["project", "own"] },
    bundled: "project",
    summary:
      "Where agents work: in the project itself, or each in a view of its own that lands when its turn is over (own).",
    variable: "TOOLPLANE_VIEW",
  },
  viewMegabytes: {
    kind: { type: "count", most: MOST_MEGABYTES, least: 1 },
    bundled: 8_192,
    summary:
      "A command is stopped, and nothing of it lands, when what its session's commands write takes more megabytes of the disk than this.",
    variable: "TOOLPLANE_VIEW_MEGABYTES",
  },
  viewFiles: {
    kind: { type: "count", most: MOST_FILES, least: 1 },
    bundled: 400_000,
    summary:
      "A command is stopped, and nothing of it lands, when what its session's commands write is more files than this.",
    variable: "TOOLPLANE_VIEW_FILES",
  },
  waitingSets: {
    kind: { type: "count", most: MOST_SETS, least: 1 },
    bundled: 20,
    summary: "So many change sets wait for a person; with one more the oldest is dropped.",
    variable: "TOOLPLANE_WAITING_SETS",
  },
  waitingMegabytes: {
    kind: { type: "count", most: MOST_MEGABYTES, least: 1 },
    bundled: 8_192,
    summary: "So many megabytes of change sets wait for a person; the oldest are dropped first.",
    variable: "TOOLPLANE_WAITING_MEGABYTES",
  },
  waitingDays: {
    kind: { type: "count", most: MOST_DAYS, least: 1 },
    bundled: 14,
    summary: "A change set that nobody landed for so many days is dropped.",
    variable: "TOOLPLANE_WAITING_DAYS",
  },
  journalMegabytes: {
    kind: { type: "count", most: MOST_MEGABYTES, least: 1 },
    bundled: 4_096,
    summary:
      "So many megabytes are kept to undo what commands changed, the oldest let go of first; a command that destroys more asks before it lands.",
    variable: "TOOLPLANE_JOURNAL_MEGABYTES",
  },
  unconfinedTools: {
    kind: { type: "switch" },
    bundled: false,
    summary:
      "Lets the tools of a trusted project run where no sandbox holds them; Node's own limits still do.",
    variable: "TOOLPLANE_UNCONFINED_TOOLS",
  },
  backgroundWrites: {
    kind: { type: "places" },
    bundled: [],
    summary:
      "What background processes may write beside what their call names, relative to the workspace: dist, .next.",
    variable: "TOOLPLANE_BACKGROUND_WRITES",
    project: true,
  },
  backgroundMegabytes: {
    kind: { type: "count", most: MOST_MEGABYTES, least: 1 },
    bundled: 4_096,
    summary: "A background process whose outputs grow by more megabytes than this is ended.",
    variable: "TOOLPLANE_BACKGROUND_MEGABYTES",
  },
  backgroundFiles: {
    kind: { type: "count", most: MOST_FILES, least: 1 },
    bundled: 200_000,
    summary: "A background process whose outputs hold more files than this is ended.",
    variable: "TOOLPLANE_BACKGROUND_FILES",
  },
  landingSeconds: {
    kind: { type: "count", most: MOST_SECONDS, least: 1 },
    bundled: 60,
    summary: "A landing that is not planned within so many seconds is given up; nothing changes.",
    variable: "TOOLPLANE_LANDING_SECONDS",
  },
  resultKilobytes: {
    kind: { type: "count", most: MOST_KILOBYTES },
    bundled: 30,
    summary:
      "A result for an MCP client is cut at so many kilobytes, with the whole in a file that read opens; 0 cuts where its tool does.",
    variable: "TOOLPLANE_RESULT_KILOBYTES",
  },
  skillPaths: {
    kind: { type: "texts" },
    bundled: [],
    summary:
      "Folders of skills beside .agents/skills and .claude/skills of the project and of your home: absolute, or from ~/.",
    variable: "TOOLPLANE_SKILL_PATHS",
  },
  skillUrls: {
    kind: { type: "texts" },
    bundled: [],
    summary: "Addresses of SKILL.md files, https only, read once when toolplane starts.",
    variable: "TOOLPLANE_SKILL_URLS",
  },
};

/** Their names, in that order. */
export const SETTING_NAMES: readonly SettingName[] = Object.keys(SETTINGS) as SettingName[];
