/** Reads `Cargo.lock`: sums below each package or, in its first version, in `[metadata]`. */
import { isRecord } from "@toolplane/readings";
import type { LockedFile } from "./locked-file.ts";
import { textAt } from "./text-at.ts";
import { readTomlPackages } from "./toml-packages.ts";

const SHA256 = /^[0-9a-f]{64}$/;

export function readCargoLock(text: string): readonly LockedFile[] {
  const { whole, packages } = readTomlPackages(text);
  const older = isRecord(whole.metadata) ? whole.metadata : {};
  return packages.flatMap(({ name, version, table }) => {
    const source = textAt(table, "source") ?? "";
    const kept = textAt(older, `checksum ${name} ${version} (${source})`);
    const sum = textAt(table, "checksum") ?? kept ?? "";
    if (!SHA256.test(sum)) return [];
    return [{ manager: "cargo", name: name.toLowerCase(), version, sums: [`sha256:${sum}`] }];
  });
}
