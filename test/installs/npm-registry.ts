/** Verdaccio on loopback, with packages of the test's own making and nothing behind it. Every request is written down. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import { makeServer, startLoopback } from "./loopback.ts";

export interface Published {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}

export interface NpmRegistry {
  readonly port: number;
  /** The same with TLS. */
  readonly securePort: number;
  /** `METHOD path` of every request. */
  readonly hits: string[];
  /** Every credential that came. */
  readonly authorizations: Set<string>;
  publish(one: Published): Promise<void>;
}

/** Made here, so that a test can change what is sent: `swap` replaces the answers of a path. */
export async function startNpmRegistry(
  swap: (path: string) => Buffer | null = () => null,
): Promise<NpmRegistry> {
  const base = mkdtempSync(join(tmpdir(), "verdaccio-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const { runServer } = await import("verdaccio");
  const app = await runServer({
    storage: join(base, "storage"),
    self_path: base,
    uplinks: {},
    packages: { "**": { access: "$all", publish: "$all" } },
    log: { type: "stdout", format: "json", level: "fatal" },
    web: { enable: false },
  });
  const listeners = app.listeners("request") as RequestListener[];
  const hits: string[] = [];
  const authorizations = new Set<string>();
  const serve: RequestListener = (request, response) => {
    hits.push(`${request.method} ${request.url}`);
    if (request.headers.authorization) authorizations.add(request.headers.authorization);
    const swapped = swap(request.url ?? "");
    if (swapped !== null) return void response.end(swapped);
    for (const listener of listeners) listener(request, response);
  };
  const port = await startLoopback(makeServer(serve, false));
  const securePort = await startLoopback(makeServer(serve, true));
  return { port, securePort, hits, authorizations, publish: (one) => publish(port, one) };
}

async function publish(port: number, one: Published): Promise<void> {
  const { name, version } = one;
  const bytes = pack(one);
  const file = `${name}-${version}.tgz`;
  const manifest = {
    name,
    version,
    dependencies: one.dependencies ?? {},
    ...(one.bin === undefined ? {} : { bin: one.bin }),
    ...(one.scripts === undefined ? {} : { scripts: one.scripts, hasInstallScript: true }),
    dist: {
      tarball: `http://127.0.0.1:${port}/${name}/-/${file}`,
      shasum: createHash("sha1").update(bytes).digest("hex"),
      integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    },
  };
  const answer = await fetch(`http://127.0.0.1:${port}/${name.replace("/", "%2f")}`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      _id: name,
      name,
      "dist-tags": { latest: version },
      versions: { [version]: manifest },
      _attachments: {
        [file]: {
          content_type: "application/octet-stream",
          data: bytes.toString("base64"),
          length: bytes.length,
        },
      },
    }),
  });
  if (!answer.ok)
    throw new TypeError(`publishing ${name}: ${answer.status} ${await answer.text()}`);
}

/** The same bytes for the same package, whenever it is packed. */
export function pack({
  name,
  version,
  dependencies = {},
  files = {},
  scripts = {},
  bin,
}: Published): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "pack-"));
  try {
    const all = {
      "package.json": JSON.stringify({
        name,
        version,
        main: "index.js",
        dependencies,
        scripts,
        bin,
      }),
      "index.js": `module.exports = ${JSON.stringify(`${name} ${version}`)};\n`,
      ...files,
    };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, "package", path)), { recursive: true });
      writeFileSync(join(folder, "package", path), text);
    }
    const options = ["--sort=name", "--mtime=@0", "--owner=0", "--group=0"];
    execFileSync("tar", [...options, "-czf", join(folder, "p.tgz"), "-C", folder, "package"]);
    return readFileSync(join(folder, "p.tgz"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
