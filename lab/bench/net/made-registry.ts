/**
 * A registry of npm's on loopback, with packages that are made for the measurement. It is a proxy too, so that a client without
 * toolplane finds it by the same name.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Connector, Resolver } from "@toolplane/disk/net";

export const HOST = "npm.test";
const FILES = 12;

export interface MadeRegistry {
  readonly port: number;
  readonly names: readonly string[];
  /** How a host finds it. */
  readonly ways: { readonly resolver: Resolver; readonly connector: Connector };
  close(): Promise<void>;
}

export async function startMadeRegistry(folder: string, count: number): Promise<MadeRegistry> {
  const names = Array.from({ length: count }, (_, index) => `made-${index}`);
  const answers = new Map<string, Buffer>();
  for (const name of names) {
    const bytes = pack(join(folder, name), name);
    const file = `/${name}/-/${name}-1.0.0.tgz`;
    const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const dist = { tarball: `http://${HOST}${file}`, integrity };
    const versions = { "1.0.0": { name, version: "1.0.0", dist } };
    const page = { name, "dist-tags": { latest: "1.0.0" }, versions };
    answers.set(file, bytes);
    answers.set(`/${name}`, Buffer.from(JSON.stringify(page)));
  }
  const server = createServer((request, response) => {
    const path = URL.parse(request.url ?? "", `http://${HOST}`)?.pathname ?? "";
    const found = answers.get(path);
    response.writeHead(found === undefined ? 404 : 200, { "content-length": found?.length ?? 0 });
    response.end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    names,
    ways: {
      resolver: { resolve: async (host) => (host === HOST ? ["203.0.114.1"] : []) },
      connector: {
        connect: () =>
          new Promise((resolve, reject) => {
            const socket = connect({ host: "127.0.0.1", port });
            socket.once("connect", () => resolve(socket)).once("error", reject);
          }),
      },
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function pack(folder: string, name: string): Buffer {
  mkdirSync(join(folder, "package"), { recursive: true });
  writeFileSync(join(folder, "package/package.json"), JSON.stringify({ name, version: "1.0.0" }));
  for (let at = 0; at < FILES; at += 1)
    writeFileSync(join(folder, `package/part-${at}.js`), `// ${name} ${at}\n`.repeat(200));
  execFileSync("tar", ["-czf", join(folder, "p.tgz"), "-C", folder, "package"]);
  return readFileSync(join(folder, "p.tgz"));
}
