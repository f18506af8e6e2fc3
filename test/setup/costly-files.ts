/**
 * The processor time that a test file may take, its programs counted. `npm test` names those that cost more, and fails at twice as
 * much: slowness is mended, or it is named here with its reason. Measured with many other programs running at the same time, where
 * starting programs and mounting cost up to three times what they cost on a quiet machine; a file has at least half as much room
 * again.
 */

export interface CostlyFile {
  readonly path: string;
  readonly seconds: number;
  readonly reason: string;
}

/** Twice what 96 of 100 files take. */
export const MOST_SECONDS = 15;

export const COSTLY_FILES: readonly CostlyFile[] = [
  {
    path: "test/views/red-never-lands.test.ts",
    seconds: 30,
    reason: "Runs a project's own tests on copies of a view, two to five times a case.",
  },
  {
    path: "test/checks/red-never-lands.attack.test.ts",
    seconds: 45,
    reason: "Runs a project's own tests twice or more for each fault and evasion that it plants.",
  },
  {
    path: "test/views/checked-after.test.ts",
    seconds: 30,
    reason: "Runs a project's own tests before and after each turn, at two levels.",
  },
  {
    path: "test/views/bad-checks.test.ts",
    seconds: 30,
    reason: "Runs six checks that misbehave on project and view, one of which prints 70 MB.",
  },
  {
    path: "test/fleet/machines.test.ts",
    seconds: 30,
    reason: "Starts ten machines on a PostgreSQL, stops some past their lease and kills one.",
  },
  {
    path: "test/fleet/families.test.ts",
    seconds: 45,
    reason: "Starts eight workers on a PostgreSQL, and kills two at work.",
  },
  {
    path: "test/fleet/git-workspaces.test.ts",
    seconds: 45,
    reason: "Starts workers and a PostgreSQL, and takes a run over in a repository of its own.",
  },
  {
    path: "test/console/walk.test.ts",
    seconds: 45,
    reason: "Walks pages in a real browser, desktop and phone, which takes three quarters of it.",
  },
  {
    path: "test/console/talk.test.ts",
    seconds: 45,
    reason: "Talks with agents in a real browser, which takes four fifths of it.",
  },
  {
    path: "test/host/sandbox/bound.attack.test.ts",
    seconds: 45,
    reason: "Copies folders with hidden names for each of its attacks, as the level does.",
  },
  {
    path: "test/host/product/loopback.attack.test.ts",
    seconds: 40,
    reason: "Starts servers and clients in and beside sandboxes at three levels.",
  },
  {
    path: "test/installs/npm.test.ts",
    seconds: 60,
    reason: "Starts a registry and npm for each test, with the product and without.",
  },
  {
    path: "test/installs/npm.attack.test.ts",
    seconds: 120,
    reason: "Makes a lock file with npm and installs from it for every attack.",
  },
  {
    path: "test/installs/yarn-pnpm.test.ts",
    seconds: 180,
    reason: "Starts three package managers, each with the product and without.",
  },
  {
    path: "test/installs/python.test.ts",
    seconds: 120,
    reason: "Starts pip and poetry, which makes an environment, through the product.",
  },
  {
    path: "test/installs/go-cargo.test.ts",
    seconds: 90,
    reason: "Starts the Go program with the product and without.",
  },
  {
    path: "test/installs/tls.test.ts",
    seconds: 45,
    reason: "Makes a lock file with npm, and installs from it through TLS that ends at the relay.",
  },
  {
    path: "test/fleet/worker-chaos.test.ts",
    seconds: 60,
    reason: "Starts ten workers as programs, one after the other, and kills them.",
  },
  {
    path: "test/fleet/load.test.ts",
    seconds: 30,
    reason: "Starts two workers as programs and a PostgreSQL.",
  },
  {
    path: "test/fleet/workers.test.ts",
    seconds: 60,
    reason: "Starts workers as programs, two for some tests, and waits for a lease to run out.",
  },
  {
    path: "test/host/product/trusted.test.ts",
    seconds: 60,
    reason:
      "Starts eight real clients through TLS that ends at the relay; Go and Java compile first.",
  },
  {
    path: "test/attack/harmful/harmful.test.ts",
    seconds: 75,
    reason:
      "Runs scripts that exhaust and fork through the product at three levels, each in a machine of its own.",
  },
  {
    path: "lab/measure/fidelity.test.ts",
    seconds: 30,
    reason:
      "Runs a session twice, in plain bubblewrap and through the product, and git for each look.",
  },
  {
    path: "test/host/landing/killed-product.test.ts",
    seconds: 75,
    reason:
      "Starts the product in a process of its own for every kill, and five commands of a person after each.",
  },
  {
    path: "test/cli/approvals/late-answers.attack.test.ts",
    seconds: 60,
    reason: "Starts a program for every answer, at two levels of the sandbox.",
  },
  {
    path: "test/cli/policy/followed-parts.attack.test.ts",
    seconds: 60,
    reason: "Starts servers again and again as rules change, and counts it.",
  },
  {
    path: "test/cli/policy/followed-faces.attack.test.ts",
    seconds: 40,
    reason: "Opens every way in, with processes that run until a rule ends them.",
  },
  {
    path: "test/mcp/upstream/sandboxed-answers.attack.test.ts",
    seconds: 60,
    reason: "Moves some hundreds of megabytes through the sandbox and over HTTP.",
  },
  {
    path: "test/mcp/cancelled-start.test.ts",
    seconds: 30,
    reason: "Starts the server as a program, and an editor's agent.",
  },
  {
    path: "test/cli/sources/server-outputs.attack.test.ts",
    seconds: 30,
    reason: "Starts a server in the sandbox for every call of a person.",
  },
  {
    path: "test/cli/settings/tool-trust-terminal.test.ts",
    seconds: 60,
    reason:
      "Starts the program in a terminal for every answer, and a process for each look at a project's tools.",
  },
  {
    path: "test/docs/commands.test.ts",
    seconds: 90,
    reason: "Runs the commands of eight pages as a reader types them: some hundred programs.",
  },
  {
    path: "test/console/browser.test.ts",
    seconds: 60,
    reason: "Drives a real browser through every page in three widths and looks for findings.",
  },
  {
    path: "test/console/strangers.attack.test.ts",
    seconds: 24,
    reason: "Builds the pages and drives a real browser through all of them.",
  },
  {
    path: "test/host/tool-folders/tool-folders.attack.test.ts",
    seconds: 30,
    reason: "Starts a process for every hostile tool, at two levels of the sandbox.",
  },
  {
    path: "test/host/tool-folders/tool-folders.test.ts",
    seconds: 30,
    reason: "Starts a process of its own for every tool folder, and again after each change.",
  },
  {
    path: "test/host/product/tool-folders.test.ts",
    seconds: 25,
    reason: "Starts a process of its own for every tool folder of a dozen products.",
  },
  {
    path: "test/host/view/view.attack.test.ts",
    seconds: 30,
    reason: "Runs every scenario on mounts of its own, four times: two users, two sandboxes.",
  },
  {
    path: "test/host/landing/crash.test.ts",
    seconds: 30,
    reason: "Kills a process at some forty steps of a landing and starts another each time.",
  },
  {
    path: "test/host/landing/landing.test.ts",
    seconds: 25,
    reason: "Mounts a view for each of fifty landings.",
  },
  {
    path: "test/host/landing/conflicts.test.ts",
    seconds: 25,
    reason: "Mounts a view for each of thirty conflicts.",
  },
  {
    path: "test/host/landing/waiting.test.ts",
    seconds: 20,
    reason: "Mounts a view for each of sixteen sets that wait, some of them several times.",
  },
  {
    path: "test/host/landing/undo.property.test.ts",
    seconds: 20,
    reason: "Mounts two views for each of twenty-five drawn trees.",
  },
  {
    path: "test/host/conformance/real-host.test.ts",
    seconds: 25,
    reason: "Runs the whole suite of a host against the real machine, in each sandbox.",
  },
  {
    path: "test/host/bounds/long-lines.test.ts",
    seconds: 25,
    reason:
      "Judges fifty lines of 64 kB: whether the time grows with the square is what it measures.",
  },
  {
    path: "test/agent/waiting-landing.test.ts",
    seconds: 30,
    reason: "Suspends, kills and resumes a dozen runs, each in sandboxes and processes of its own.",
  },
  {
    path: "test/attack/attack-corpus.test.ts",
    seconds: 30,
    reason:
      "Runs every attack that starts no process, and a drawn share of the others in a sandbox each.",
  },
  {
    path: "test/attack/effects/effects.test.ts",
    seconds: 20,
    reason:
      "Runs a drawn share of the effects in real sandboxes, and looks at the whole disk after each.",
  },
  {
    path: "test/chaos/resume.test.ts",
    seconds: 25,
    reason: "Kills processes that have loaded the whole product, and starts others that go on.",
  },
  {
    path: "test/mcp/gateway.test.ts",
    seconds: 25,
    reason: "Starts the program and a stock server in a sandbox for each client, in two revisions.",
  },
  {
    path: "test/mcp/inspector.test.ts",
    seconds: 20,
    reason: "Starts the MCP Inspector ten times; each takes a second to load.",
  },
  {
    path: "test/cli/sources/sources.test.ts",
    seconds: 20,
    reason: "Starts servers in sandboxes for a dozen commands, three stock servers among them.",
  },
  {
    path: "test/examples.test.ts",
    seconds: 20,
    reason: "Runs every example as a program, as a stranger would.",
  },
  {
    path: "test/attack/ordinary-user.test.ts",
    seconds: 45,
    reason:
      "Runs some tests of six files again as another user, at four levels, by a test runner of its own.",
  },
  {
    path: "test/host/room/room.attack.test.ts",
    seconds: 100,
    reason:
      "Fills every place that a command can write in until it is ended, at three levels and as two users.",
  },
  {
    path: "test/flow/identity/other-session.attack.test.ts",
    seconds: 50,
    reason:
      "Two sessions and some programs for every way to copy a file, at two levels, and for some at two more.",
  },
  {
    path: "test/host/product/outputs-taken-back.attack.test.ts",
    seconds: 35,
    reason:
      "A process in the background for each of twenty ways to destroy files, undone, made again and undone; some at two more levels.",
  },
  {
    path: "test/host/held/bad-input.test.ts",
    seconds: 30,
    reason: "Mounts a view for each of two dozen things that views meet when they land.",
  },
  {
    path: "test/views/killed.test.ts",
    seconds: 30,
    reason: "Kills a process that has loaded the whole product, and starts it again, a few times.",
  },
  {
    path: "test/views/together.test.ts",
    seconds: 30,
    reason: "Runs a project's tests in a sandbox for each of seventeen landings of agents.",
  },
  {
    path: "test/views/planted-faults.attack.test.ts",
    seconds: 25,
    reason: "Runs a project's tests some twenty times through views, for a drawn share of faults.",
  },
  {
    path: "test/attack/everyday/everyday.test.ts",
    seconds: 30,
    reason: "Runs some hundred commands of a working day one after the other in the sandbox.",
  },
];
