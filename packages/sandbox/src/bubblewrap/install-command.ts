import { readFileSync } from "node:fs";

const INSTALLERS: Readonly<Record<string, string>> = {
  debian: "apt install bubblewrap",
  ubuntu: "apt install bubblewrap",
  fedora: "dnf install bubblewrap",
  rhel: "dnf install bubblewrap",
  arch: "pacman -S bubblewrap",
  alpine: "apk add bubblewrap",
  suse: "zypper install bubblewrap",
  opensuse: "zypper install bubblewrap",
};

/** The command that gets bubblewrap on this distribution, by what it says of itself; the package's name where it is not known. */
export function installCommand(osRelease: string = readRelease()): string {
  const named = /^ID=(.*)$/m.exec(osRelease)?.[1] ?? "";
  const like = /^ID_LIKE=(.*)$/m.exec(osRelease)?.[1] ?? "";
  const ids = `${named} ${like}`.replaceAll('"', "").split(/\s+/);
  const known = ids.find((id) => Object.hasOwn(INSTALLERS, id));
  return known === undefined ? "install the package bubblewrap" : (INSTALLERS[known] ?? "");
}

function readRelease(): string {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return "";
  }
}
