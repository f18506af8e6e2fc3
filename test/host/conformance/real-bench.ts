/** This machine's host as a bench: real directories, a real server on loopback, real programs. */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import {
  type AddressInfo,
  connect,
  createServer as createSocketServer,
  type Socket,
} from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createHost, type HostOptions } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import {
  type ConformanceDisk,
  type ConformanceNetwork,
  createConformanceServer,
  type HostBench,
  posixCommand,
} from "@toolplane/testkit";

const MAX_OUTPUT_BYTES = 20_000;
const NAMES: Readonly<Record<string, string>> = {
  "one.test": "203.0.113.1",
  "two.test": "203.0.113.2",
  "dead.test": "203.0.113.3",
  "inner.test": "127.0.0.1",
};

/** Makes a bench. Addresses that are made up lead to the server on loopback; nothing leaves this machine. */
export async function openRealBench(options: Partial<HostOptions> = {}): Promise<HostBench> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-conformance-")));
  const [workspace, outside, userData, scratchParent, home] = [
    ...["workspace", "outside", "data", "scratch", "home"].map((name) => join(base, name)),
  ] as [string, string, string, string, string];
  for (const path of [workspace, outside, userData, scratchParent, home]) mkdirSync(path);
  const { network, port, close } = await openServer();
  const sockets = new Set<Socket>();
  const host = await createHost({
    workspace,
    userData,
    scratchParent,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    environment: { PATH: process.env.PATH, HOME: home, CONFORMANCE_HIDDEN: "hidden-value" },
    readConfinement: compileConfinement,
    resolver: { resolve: async (name) => [NAMES[name]].filter((address) => address !== undefined) },
    connector: {
      connect: ({ address }) =>
        new Promise((resolve, reject) => {
          if (address === NAMES["dead.test"])
            return reject(Object.assign(new TypeError("refused"), { code: "ECONNREFUSED" }));
          const socket = connect({ host: "127.0.0.1", port });
          sockets.add(socket);
          socket.once("error", reject);
          socket.once("connect", () => resolve(socket));
        }),
    },
    ...options,
  });
  return {
    host,
    disk: realDisk,
    workspace,
    outside,
    network,
    variable: { name: "CONFORMANCE_HIDDEN", value: "hidden-value" },
    processes: { command: posixCommand, maxOutputBytes: MAX_OUTPUT_BYTES },
    computeModule: join(import.meta.dirname, "compute-module.ts"),
    async close() {
      await host.close();
      for (const socket of sockets) socket.destroy();
      await close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}

async function openServer(): Promise<{
  readonly network: ConformanceNetwork;
  readonly port: number;
  close(): Promise<void>;
}> {
  const { answer, requests } = createConformanceServer();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { status, headers, body } = await answer({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers as Readonly<Record<string, string>>,
      body: Buffer.concat(chunks),
    });
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    network: {
      url: "http://one.test",
      otherUrl: "http://two.test",
      innerUrl: "http://inner.test",
      innerAddress: "127.0.0.1",
      deadUrl: "http://dead.test",
      requests,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const realDisk: ConformanceDisk = {
  putFile(path, data, mode) {
    makeRoom(path);
    writeFileSync(path, data);
    if (mode !== undefined) chmodSync(path, mode);
  },
  putDirectory: (path) => void mkdirSync(path, { recursive: true }),
  putLink(path, target) {
    makeRoom(path);
    symlinkSync(target, path);
  },
  putSpecial(path) {
    makeRoom(path);
    // A socket stays as a name when nobody listens any more; it is the one special file that Node can make.
    const server = createSocketServer().listen(path);
    server.unref();
  },
  remove: (path) => rmSync(path, { recursive: true, force: true }),
  readFile: (path) => (isFile(path) ? readFileSync(path) : null),
  modeOf: (path) => (isFile(path) ? lstatSync(path).mode & 0o7777 : null),
  below: (path) =>
    readdirSync(path, { recursive: true, withFileTypes: true })
      .map((entry) => {
        const relative = join(entry.parentPath, entry.name).slice(path.length + 1);
        return entry.isDirectory() ? `${relative}/` : relative;
      })
      .sort(),
};

function makeRoom(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
