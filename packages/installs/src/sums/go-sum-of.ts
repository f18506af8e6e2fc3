/** Makes the sums of `go.sum`: of the names and contents in a module's archive, and of its `go.mod` alone. */
import { createHash } from "node:crypto";
import { ToolError } from "@toolplane/contract";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";

/** As much as Go itself unpacks of one module. */
const MAX_UNPACKED = 500 * 1_024 * 1_024;

export function goModSum(bytes: Buffer): string {
  return `go.mod ${sumOf([{ name: "go.mod", digest: sha256(bytes) }])}`;
}

/** Rejects on what is no archive. */
export async function goZipSum(bytes: Buffer): Promise<string> {
  const zip = await openZip(bytes);
  const files: SummedFile[] = [];
  let unpacked = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      unpacked += entry.uncompressedSize;
      if (unpacked > MAX_UNPACKED || entry.fileName.includes("\n")) throw unreadable();
      files.push({ name: entry.fileName, digest: await digestOf(zip, entry) });
    }
  } finally {
    zip.close();
  }
  return sumOf(files);
}

interface SummedFile {
  readonly name: string;
  readonly digest: string;
}

function sumOf(files: readonly SummedFile[]): string {
  const sorted = files.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)),
  );
  const lines = sorted.map(({ name, digest }) => `${digest}  ${name}\n`).join("");
  return `h1:${createHash("sha256").update(lines).digest("base64")}`;
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function openZip(bytes: Buffer): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, zip) =>
      zip === undefined ? reject(error ?? unreadable()) : resolve(zip),
    );
  });
}

function digestOf(zip: ZipFile, entry: Entry): Promise<string> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (stream === undefined) return reject(error ?? unreadable());
      const hash = createHash("sha256");
      stream.on("error", reject);
      stream.on("data", (chunk: Buffer) => hash.update(chunk));
      stream.on("end", () => resolve(hash.digest("hex")));
    });
  });
}

function unreadable(): ToolError {
  return new ToolError("failed", "The archive that the registry sent cannot be read.");
}
