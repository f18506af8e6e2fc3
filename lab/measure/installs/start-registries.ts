/** Registries of made-up packages on loopback: npm, a Python index, a proxy of Go modules and a sparse index of Cargo, in one server. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** Where they are found by name; below it `npm/`, `py/simple/`, `go/` and `cargo/`. */
export const REGISTRIES_HOST = "registries.test";
export const REGISTRIES_URL: string = `http://${REGISTRIES_HOST}`;

export interface Registries {
  readonly port: number;
  /** The same for a server of one's own. */
  readonly serve: RequestListener;
  close(): void;
}

/** Packages of each registry, with what they need of it. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  alpha: ["beta", "gamma"],
  beta: ["delta"],
  gamma: ["delta"],
  delta: [],
  epsilon: ["alpha"],
  "@own/one": ["@own/two"],
  "@own/two": ["delta"],
  shout: [],
};

type Files = Readonly<Record<string, string>>;

/** `tgz` and `zip` as their registries have them, made by Python: what is measured reads them and does not make any. */
const PACK = `
import gzip, io, json, sys, tarfile, zipfile
made = {}
for key, (kind, files) in json.load(sys.stdin).items():
    out = io.BytesIO()
    if kind == "zip":
        with zipfile.ZipFile(out, "w") as archive:
            for name, text in files.items():
                archive.writestr(zipfile.ZipInfo(name), text)
    else:
        with tarfile.open(fileobj=out, mode="w") as archive:
            for name, text in files.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(text.encode())
                archive.addfile(entry, io.BytesIO(text.encode()))
        out = io.BytesIO(gzip.compress(out.getvalue(), mtime=0))
    made[key] = out.getvalue().hex()
json.dump(made, sys.stdout)
`;

export async function startRegistries(): Promise<Registries> {
  const served = new Map<string, string | Buffer>();
  const serve: RequestListener = (request, response) => {
    const found = served.get(decodeURIComponent(request.url ?? ""));
    if (found === undefined) return void response.writeHead(404).end();
    const type = request.url?.includes("/simple/") ? "text/html" : "application/json";
    response.writeHead(200, { "content-type": type }).end(found);
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const archives = packAll();
  for (const [name, needs] of Object.entries(PACKAGES)) {
    addNpm(served, { name, needs, archives });
    if (name.startsWith("@")) continue;
    addPython(served, { name, needs, archives });
    addGo(served, { name, needs, archives });
    addCargo(served, { name, needs, archives });
  }
  served.set("/cargo/config.json", JSON.stringify({ dl: `${REGISTRIES_URL}/crates` }));
  return {
    port: (server.address() as AddressInfo).port,
    serve,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Adding {
  readonly name: string;
  readonly needs: readonly string[];
  readonly archives: ReadonlyMap<string, Buffer>;
}

type Served = Map<string, string | Buffer>;

function addNpm(served: Served, { name, needs, archives }: Adding) {
  const bytes = archives.get(`npm ${name}`) as Buffer;
  const file = `/npm/${name}/-/${name.replace(/^.*\//, "")}-1.0.0.tgz`;
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const shasum = createHash("sha1").update(bytes).digest("hex");
  const manifest = {
    ...npmManifest(name, needs),
    dist: { tarball: REGISTRIES_URL + file, integrity, shasum },
  };
  const page = { name, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": manifest } };
  served.set(`/npm/${name}`, JSON.stringify(page));
  served.set(file, bytes);
}

/** With the metadata of each file beside it, as PyPI has it: from that an installer learns what a package needs. */
function addPython(served: Served, { name, needs, archives }: Adding) {
  const bytes = archives.get(`py ${name}`) as Buffer;
  const file = `${name}-1.0.0-py3-none-any.whl`;
  const sum = createHash("sha256").update(bytes).digest("hex");
  const metadata = wheelMetadata(name, needs);
  const told = createHash("sha256").update(metadata).digest("hex");
  const link = `href="../../files/${file}#sha256=${sum}" data-core-metadata="sha256=${told}" data-dist-info-metadata="sha256=${told}"`;
  served.set(`/py/simple/${name}/`, `<a ${link}>${file}</a>`);
  served.set(`/py/files/${file}.metadata`, metadata);
  served.set(`/py/files/${file}`, bytes);
}

function addGo(served: Served, { name, needs, archives }: Adding) {
  const at = `/go/m.test/${name}/@v`;
  served.set(`${at}/list`, "v1.0.0\n");
  served.set(`${at}/v1.0.0.info`, '{"Version":"v1.0.0"}');
  served.set(`${at}/v1.0.0.mod`, goMod(name, needs));
  served.set(`${at}/v1.0.0.zip`, archives.get(`go ${name}`) as Buffer);
}

function addCargo(served: Served, { name, needs, archives }: Adding) {
  const bytes = archives.get(`cargo ${name}`) as Buffer;
  const cksum = createHash("sha256").update(bytes).digest("hex");
  const deps = needs.map((need) => ({
    name: need,
    req: "^1.0",
    features: [],
    optional: false,
    default_features: true,
    target: null,
    kind: "normal",
  }));
  const line = { name, vers: "1.0.0", deps, cksum, features: {}, yanked: false };
  served.set(`/cargo/${name.slice(0, 2)}/${name.slice(2, 4)}/${name}`, `${JSON.stringify(line)}\n`);
  served.set(`/crates/${name}/1.0.0/download`, bytes);
}

function packAll(): ReadonlyMap<string, Buffer> {
  const wanted: Record<string, readonly ["tgz" | "zip", Files]> = {};
  for (const [name, needs] of Object.entries(PACKAGES)) {
    wanted[`npm ${name}`] = [
      "tgz",
      {
        "package/package.json": JSON.stringify(npmManifest(name, needs)),
        "package/index.js": `#!/usr/bin/env node\nmodule.exports = ${JSON.stringify(name)};\nif (require.main === module) console.log("${name.toUpperCase()}ED");\n`,
      },
    ];
    wanted[`py ${name}`] = ["zip", wheelFiles(name, needs)];
    wanted[`go ${name}`] = [
      "zip",
      {
        [`m.test/${name}@v1.0.0/go.mod`]: goMod(name, needs),
        [`m.test/${name}@v1.0.0/x.go`]: `package ${name}\n\nconst Name = "${name}"\n`,
      },
    ];
    wanted[`cargo ${name}`] = [
      "tgz",
      {
        [`${name}-1.0.0/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\n${needs.map((need) => `${need} = "1.0"\n`).join("")}`,
        [`${name}-1.0.0/src/lib.rs`]: "",
      },
    ];
  }
  const input = JSON.stringify(wanted);
  const made = JSON.parse(execFileSync("python3", ["-c", PACK], { input, encoding: "utf8" }));
  return new Map(Object.entries(made as Files).map(([key, hex]) => [key, Buffer.from(hex, "hex")]));
}

function npmManifest(name: string, needs: readonly string[]) {
  const dependencies = Object.fromEntries(needs.map((need) => [need, "^1.0.0"]));
  const program = name === "shout" ? { bin: { shout: "index.js" } } : {};
  return { name, version: "1.0.0", main: "index.js", dependencies, ...program };
}

function wheelFiles(name: string, needs: readonly string[]): Files {
  const info = `${name}-1.0.0.dist-info`;
  return {
    [`${name}.py`]: `NAME = "${name}"\n`,
    [`${info}/METADATA`]: wheelMetadata(name, needs),
    [`${info}/WHEEL`]:
      "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${info}/RECORD`]: `${name}.py,,\n${info}/METADATA,,\n${info}/WHEEL,,\n${info}/RECORD,,\n`,
  };
}

function wheelMetadata(name: string, needs: readonly string[]): string {
  const lines = needs.map((need) => `Requires-Dist: ${need}\n`).join("");
  return `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0.0\n${lines}\n`;
}

function goMod(name: string, needs: readonly string[]): string {
  const required = needs.map((need) => `require m.test/${need} v1.0.0\n`).join("");
  return `module m.test/${name}\n\ngo 1.19\n${required}`;
}
