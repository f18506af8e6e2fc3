/**
 * The operating-system side of toolplane as one value. The parts of this package meet here and nowhere else.
 *
 * The sandbox is opened before the places are settled: only where it binds scratch at `/tmp` does `/tmp/x` mean
 * `{scratch}/x`, and that must be the same for rules, doors and processes.
 */
import { ConfigurationError } from "@toolplane/contract";
import { type Analyzer, confinesProcesses, type Host } from "@toolplane/contract/ports";
import { createCompute } from "@toolplane/disk/compute";
import { createFileLocks, createSeenFiles } from "@toolplane/disk/files";
import { commonGitFolder } from "@toolplane/disk/git";
import {
  createSystemClock,
  createSystemIds,
  holdProcess,
  processName,
} from "@toolplane/disk/ground";
import { createFolderStore } from "@toolplane/disk/journal";
import {
  createEgress,
  createNetwork,
  createStreams,
  createSystemConnector,
  createSystemResolver,
} from "@toolplane/disk/net";
import type { Places } from "@toolplane/disk/paths";
import {
  closePlaces,
  createOtherNames,
  heldScratch,
  type OtherNames,
  openPlaces,
  variablesOf,
} from "@toolplane/disk/paths";
import { createHiddenFolders, type NotedFolders } from "@toolplane/disk/search";
import { createSidecars, removeLeftSidecars } from "@toolplane/disk/sidecars";
import { optionFault } from "@toolplane/readings";
import type { Sandbox } from "@toolplane/sandbox";
import {
  createChangeWatch,
  createHeldViews,
  createNamedTrees,
  createProcesses,
  type NamedTrees,
  openSandbox,
  openSpoolFolder,
  systemBaseOf,
} from "@toolplane/sandbox";
import { createFiles } from "../doors/create-files.ts";
import { createJournal } from "../doors/create-journal.ts";
import { HOST_OPTION_KINDS } from "./host-option-kinds.ts";
import type { HostOptions } from "./host-options.ts";
import { landingBounds } from "./landing-bounds.ts";
import { openAnalyzers } from "./open-analyzers.ts";
import { openLandings } from "./open-landings.ts";
import { openViews } from "./open-views.ts";
import { createSessionGrounds } from "./session-grounds.ts";
import { createSessionInstalls } from "./session-installs.ts";
import { withNeighbours } from "./with-neighbours.ts";

/** Views that are held at once, the copies that checks run in among them. */
const MAX_VIEWS = 64;

/** Output of a process in its result; the rest lies in a file. */
const MAX_OUTPUT_BYTES = 200_000;

/** A host that can be let go of. */
export interface OpenHost extends Host {
  /**
   * Finishes what a process that was killed had begun to land, or takes it back. Called before the first call, because file tools
   * would else find half of it. Never rejects; what could not be finished is told by `onNotice`.
   */
  recover(): Promise<void>;
  /** Stops every process, takes mount points away, removes scratch. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens this machine as a host. Rejects with a ConfigurationError when a root cannot be opened. */
export async function createHost(options: HostOptions): Promise<OpenHost> {
  const fault = optionFault(options, HOST_OPTION_KINDS);
  if (fault !== null) throw new ConfigurationError("createHost", fault);
  const opened = await openPlaces(options, { tmpIsScratch: false });
  const gitFolders = opened.roots.flatMap((root) => commonGitFolder(root) ?? []);
  const made = { ...opened, gitFolders };
  const environment = options.environment ?? process.env;
  const sandbox = await openSandbox({
    places: made,
    readConfinement: options.readConfinement,
    environment,
    prefer: options.sandbox ?? "auto",
    views: true,
  });
  const places = { ...made, tmpIsScratch: sandbox.bindsScratchAtTmp };
  const index = options.store?.sidecars;
  if (index) await removeLeftSidecars(index, heldScratch(places.userData));
  const sandboxed = confinesProcesses(sandbox.status);
  const otherNames = createOtherNames({ places });
  const trees = createNamedTrees(places);
  const hidden = createHiddenFolders(places);
  const analyzerOf = await openAnalyzers(options, {
    places,
    sandboxed,
    environment,
    otherNames,
    trees,
    hidden,
  });
  return assemble(options, { places, sandbox, environment, analyzerOf, otherNames, hidden, trees });
}

interface Ground {
  readonly places: Places;
  readonly sandbox: Sandbox;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads paths and lines from these places. */
  readonly analyzerOf: (places: Places) => Analyzer;
  readonly otherNames: OtherNames;
  readonly trees: NamedTrees;
  readonly hidden: NotedFolders;
}

function assemble(options: HostOptions, ground: Ground): OpenHost {
  const { places, sandbox, environment } = ground;
  const clock = options.clock ?? createSystemClock();
  const ids = options.ids ?? createSystemIds();
  const bounds = landingBounds(options.landing);
  const held = createHeldViews({
    userData: places.userData,
    roots: [...places.roots, ...(places.gitFolders ?? [])],
    sandbox,
    clock,
    ids,
    maxViews: MAX_VIEWS,
    ...(options.onNotice ? { onNotice: options.onNotice } : {}),
  });
  const sessions = createSessionGrounds({
    ...ground,
    at: held.at,
    ports: {
      serves: (sessionId, port) => processes.serves(sessionId, port),
      isOwnPort: (sessionId, port) => processes.isOwnPort(sessionId, port),
    },
  });
  const analyzer = ground.analyzerOf(places);
  const installs = createSessionInstalls({
    roots: places.roots,
    environment,
    clock,
    locks: createFileLocks(),
    soleWriter: options.soleWriter === true && sandbox.status.facts.landsChanges,
  });
  const { watch } = installs;
  const { locks } = watch;
  const seen = createSeenFiles();
  const store = options.store ?? createFolderStore({ userData: places.userData, clock });
  const onChanged = (paths: readonly string[], approved?: readonly string[]) => {
    sandbox.stale();
    ground.hidden.wrote(paths);
    watch.wrote(paths, approved);
  };
  const { of: ofSession } = sessions;
  const shared = { places, path: analyzer.path, ofSession, clock, ids, locks, onChanged };
  const kept = openLandings(options, { places, store, clock, ids, locks, onChanged });
  const landings = sandbox.status.facts.landsChanges ? { landings: kept } : {};
  const journal = createJournal({
    ...shared,
    store,
    recover: kept.recover,
    isInView: (sessionId) => held.of(sessionId) !== null,
  });
  const { maxFileBytes, openTexts } = options;
  const files = createFiles({
    ...shared,
    seen,
    otherNames: ground.otherNames,
    journal: journal.changes,
    ...(maxFileBytes === undefined ? {} : { maxFileBytes }),
    ...(openTexts === undefined ? {} : { openTexts }),
  });
  const egress = createEgress({
    resolver: options.resolver ?? createSystemResolver(),
    connector: options.connector ?? createSystemConnector(),
    clock,
  });
  const before = options.keepsLargeFiles
    ? openSpoolFolder({ userData: places.userData, ids })
    : null;
  const trusted = { extraCertificates: options.extraCertificates ?? [] };
  const processes = createProcesses({
    places,
    sandbox,
    egress,
    clock,
    ids,
    environment,
    services: async (sessionId) => [
      ...(options.relayServices?.(sessionId) ?? []),
      await installs.frontOf(sessionId),
    ],
    ...trusted,
    credentials: options.credentials ?? [],
    tunnels: options.tunnels ?? [],
    sessionPlaces: sessions.places,
    changes: watch.watching(
      createChangeWatch({
        places,
        journal: journal.changes,
        readConfinement: options.readConfinement,
        onChanged,
        ...(before && { keepLarge: before.write }),
      }),
    ),
    maxOutputBytes: options.maxOutputBytes ?? MAX_OUTPUT_BYTES,
    maxRoomBytes: bounds.maxUpperBytes,
    maxRoomFiles: bounds.maxUpperFiles,
    ...landings,
    held,
    keeperOf: kept.keeperOf,
    ...(options.backgroundWrites ? { backgroundWrites: options.backgroundWrites } : {}),
    ...(options.maxBackgroundBytes ? { maxBackgroundBytes: options.maxBackgroundBytes } : {}),
    ...(options.maxBackgroundFiles ? { maxBackgroundFiles: options.maxBackgroundFiles } : {}),
  });
  const views = openViews({ ...shared, ...ground, bounds, held, processes, landings: kept, store });
  const compute = createCompute({ clock });
  let closing: Promise<void> | undefined;
  return {
    analyzer,
    clock,
    ids,
    processes,
    files,
    heldBy: processName(),
    sandbox: sandbox.status,
    sidecars: createSidecars({ places, index: options.store?.sidecars }),
    variables: () => variablesOf(places),
    forSession(sessionId, parentId) {
      installs.begin(sessionId, parentId);
      const { analyzer: own, places: theirs } = sessions.of(sessionId);
      return { analyzer: own, variables: () => variablesOf(theirs) };
    },
    systemBase: systemBaseOf(places, environment),
    network: createNetwork({ egress, clock, inside: processes.connect, ...trusted }),
    streams: withNeighbours(createStreams({ egress, clock, ...trusted }), watch.lose),
    journal: journal.door,
    ...landings,
    ...(sandbox.mountFor === undefined ? {} : { views }),
    // A folder of ours that cannot be read is told by the first command that needs it.
    recover: () => kept.recover().catch(() => {}),
    // Names come from tools: one that every object has is not a variable.
    environment: (name) => (Object.hasOwn(environment, name) ? environment[name] : undefined),
    compute: compute.run,
    async closeSession(sessionId) {
      seen.forget(sessionId);
      await processes.closeSession(sessionId);
      await views.letGo(sessionId);
      sessions.forget(sessionId);
      installs.forget(sessionId);
    },
    holdProcess,
    close() {
      closing ??= closeAll([
        processes.close,
        async () => held.close(),
        async () => before?.remove(),
        compute.close,
        kept.settled,
        () => sandbox.close().finally(ground.trees.close),
        () => closePlaces(places),
      ]);
      return closing;
    },
  };
}

/** Closes every part, in order; throws the first failure when all are through. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
