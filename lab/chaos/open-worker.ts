/**
 * The real product with a stop at every boundary: the real host, store, recorder, tools and kernel, each wrapped from outside
 * with calls to `reach`. Nothing of them is replaced.
 */
import { StatementSync } from "node:sqlite";
import { defineTool, type Tool } from "@toolplane/contract";
import type { Broker, Host, Store } from "@toolplane/contract/ports";
import { createHost, type OpenHost, openSqliteStore } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { createRecorder, type StoreRecorder } from "@toolplane/kernel/record";
import { bashTool, grepTool, readTool, writeTool } from "@toolplane/tools";
import { createToolplane, type Toolplane } from "toolplane";
import type { Reach } from "./boundaries.ts";
import { leaveLine } from "./leave-line.ts";
import { type PlantedFault, withoutAwaitedIntent, withoutLastCommit } from "./planted-fault.ts";
import type { WorkKind } from "./worker-task.ts";
import { keyOf, type World } from "./world.ts";

export interface OpenWorker {
  readonly toolplane: Toolplane;
  readonly store: Store;
  readonly recorder: StoreRecorder;
  close(): Promise<void>;
}

/** Opens the product in a world. */
export async function openWorker(
  world: World,
  {
    reach,
    fault,
    kind,
  }: { readonly reach: Reach; readonly fault: PlantedFault | null; readonly kind: WorkKind },
): Promise<OpenWorker> {
  watchCommits(reach);
  const store = await openSqliteStore({ path: world.store });
  const host = await createHost({
    workspace: world.workspace,
    userData: world.userData,
    readConfinement: compileConfinement,
    store,
  });
  const recorder = watchedRecorder(openRecorder(world, { store, host, reach, fault }), reach);
  const toolplane = await createToolplane({
    host: watchedHost(host, reach),
    userData: world.userData,
    ...(kind === "runs"
      ? { record: { store: watchedStore(store, reach), key: keyOf(world) } }
      : { recorder: fault === "intent-not-awaited" ? withoutAwaitedIntent(recorder) : recorder }),
    receiptKey: keyOf(world),
    tools: [readTool, writeTool, grepTool, bashTool, ...effectTools(world, reach)] as Tool[],
    policy: [{ scope: "project", rules: RULES }],
    broker: watchedBroker(reach),
    onWarning: () => undefined,
    toolsEnabled: () => {
      reach("resolve:before");
      return true;
    },
    guards: [
      () => {
        reach("judge:inside");
        return { action: "allow" };
      },
    ],
    hooks: [
      {
        before: () => {
          reach("before:inside");
          return true;
        },
        beforeAttempt: () => reach("execute:before"),
        afterSuccess: () => reach("execute:after"),
        after: () => reach("after:inside"),
      },
    ],
  });
  return {
    toolplane,
    store,
    recorder,
    close: () => closeAll({ toolplane, recorder, host, store }),
  };
}

const RULES = [
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "fs.write", pattern: "out/**", action: "allow" },
  { permission: "free_effect", pattern: "*", action: "allow" },
  { permission: "asked_effect", pattern: "*", action: "ask" },
] as const;

async function closeAll(open: Omit<OpenWorker, "close"> & { readonly host: OpenHost }) {
  await open.toolplane.close();
  await open.recorder.close();
  await open.host.close();
  await open.store.close();
}

function openRecorder(
  world: World,
  {
    store,
    host,
    reach,
    fault,
  }: {
    readonly store: Store;
    readonly host: Host;
    readonly reach: Reach;
    readonly fault: PlantedFault | null;
  },
): StoreRecorder {
  const watched = watchedStore(store, reach);
  return createRecorder({
    store: fault === "commit-dropped" ? withoutLastCommit(watched) : watched,
    key: keyOf(world),
    clock: host.clock,
    ids: host.ids,
    defer: setImmediate,
    // As the product has it: rows of calls that only read may wait a little.
    linger: (run) => void setTimeout(run, 5),
  });
}

function watchedStore(store: Store, reach: Reach): Store {
  return {
    ...store,
    runs: {
      ...store.runs,
      async put(row, entries) {
        reach("keep:before");
        const isKept = await store.runs.put(row, entries);
        reach("keep:after");
        return isKept;
      },
    },
    async flush() {
      reach("sync:before");
      await store.flush();
      reach("sync:after");
    },
  };
}

/** The store hands every transaction to SQLite as one statement of its own: there is no other place to stand inside it. */
function watchCommits(reach: Reach): void {
  const run = StatementSync.prototype.run as (...values: unknown[]) => unknown;
  const watched = function (this: StatementSync, ...values: unknown[]): unknown {
    const commits = this.sourceSQL === "COMMIT";
    if (commits) reach("commit:before");
    const changes = run.apply(this, values);
    if (commits) reach("commit:after");
    return changes;
  };
  StatementSync.prototype.run = watched as typeof StatementSync.prototype.run;
}

function watchedRecorder(recorder: StoreRecorder, reach: Reach): StoreRecorder {
  return {
    ...recorder,
    async intent(entry) {
      reach("intent:before");
      await recorder.intent(entry);
      reach("intent:after");
    },
    settle(entry) {
      reach("settle:before");
      const waiting = recorder.settle(entry);
      reach("settle:after");
      return waiting;
    },
  };
}

function watchedHost(host: OpenHost, reach: Reach): Host {
  const watched = <A extends unknown[], R>(read: (...values: A) => R): ((...values: A) => R) => {
    return (...values) => {
      reach("footprint:before");
      const analysis = read(...values);
      reach("footprint:after");
      return analysis;
    };
  };
  return {
    ...host,
    forSession(sessionId) {
      const { analyzer, variables } = host.forSession?.(sessionId) ?? host;
      const { path, shell } = analyzer;
      return { analyzer: { ...analyzer, path: watched(path), shell: watched(shell) }, variables };
    },
  };
}

/** Says yes, now for once and now for the session, a moment later than it was asked. */
function watchedBroker(reach: Reach): Broker {
  let asked = 0;
  return {
    async ask() {
      reach("approve:before");
      asked += 1;
      await new Promise((resolve) => void setImmediate(resolve));
      reach("approve:after");
      return { choice: asked % 4 === 0 ? "session" : "once" };
    },
  };
}

function effectTools(world: World, reach: Reach): readonly Tool[] {
  const effect = (id: string): Tool =>
    defineTool({
      id,
      description:
        "Leaves one line, the id of its call, in a file that the record knows nothing of.",
      parameters: { type: "object", properties: { note: { type: "string" } } },
      requires: {},
      mode: "local",
      execute(_, { call }) {
        reach("effect:before");
        leaveLine(world.witness, call.callId);
        reach("effect:after");
        return "done";
      },
    }) as Tool;
  return [effect("asked_effect"), effect("free_effect")];
}
