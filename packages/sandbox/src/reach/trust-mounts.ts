/**
 * Shows a command the certificates that it is to trust also where the system keeps its own: for programs that look at no variable, such
 * as wget and Java.
 */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { TRUST_FILES } from "../backend/trust-place.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import { SYSTEM_TREES } from "../plan/mounts/system-base.ts";

export interface TrustMounts {
  /** The folder with the certificates, where it lies for us. */
  readonly trust: string;
  /** The other mounts that the command sees, as byte paths. */
  readonly mounts: readonly Mount[];
  /** The copy that it sees as `/etc`. */
  readonly configuration: string;
  readonly path: string;
}

/** Certificates in one file, by systems: Debian and Arch, Fedora, openSUSE, Alpine. */
const BUNDLES: readonly string[] = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];
const JAVAS = "/usr/lib/jvm";
const JAVA_STORES: readonly string[] = ["lib/security/cacerts", "jre/lib/security/cacerts"];

export function trustMounts(options: TrustMounts): readonly Mount[] {
  const { trust, path } = options;
  const stores = [
    ...BUNDLES.map((store) => ({ store, file: TRUST_FILES.bundle })),
    ...javaHomes(path).flatMap((home) =>
      JAVA_STORES.map((name) => ({ store: join(home, name), file: TRUST_FILES.java })),
    ),
  ];
  const found = new Map<string, string>();
  for (const { store, file } of stores) {
    const place = placeOf(store, options);
    if (place !== null) found.set(toBytePath(place), toBytePath(join(trust, file)));
  }
  return [...found].map(([place, source]) => ({ kind: "read", path: place, source }));
}

/** Of every Java that the system installs, and of the one that the command starts by its name. */
function javaHomes(path: string): readonly string[] {
  const installed = namesIn(JAVAS).map((name) => join(JAVAS, name));
  const first = path
    .split(":")
    .map((folder) => realPath(join(folder, "java")))
    .find((program) => program !== null);
  return first === undefined || first === null
    ? installed
    : [...installed, dirname(dirname(first))];
}

/** Where the command sees the file; null where it does not, or where something of its own lies around it. */
function placeOf(store: string, { mounts, configuration }: TrustMounts): string | null {
  const real = realPath(store);
  if (real === null) return null;
  const around = mounts.filter((mount) => isWithin(toBytePath(real), mount.path));
  const isWhole = around.some((mount) => mount.path === "/");
  if (around.some((mount) => mount.path !== "/" && !isShownAsItIs(mount))) return null;
  if (isWhole || around.length > 0 || SYSTEM_TREES.some((tree) => isWithin(real, tree)))
    return real;
  // What leads out of the base was copied into it.
  const place = isWithin(real, "/etc") ? real : store;
  if (!isWithin(place, "/etc")) return null;
  return existsSync(join(configuration, place.slice("/etc".length))) ? place : null;
}

function isShownAsItIs(mount: Mount): boolean {
  return mount.kind === "read" && mount.source === undefined;
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
