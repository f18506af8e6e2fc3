/** Why namespaces or mounts of our own are refused here, and what a person can do about it. */
import { existsSync, readFileSync } from "node:fs";

/** Questions about the machine; injected so that every answer can be tested. */
export interface Machine {
  /** The text of a setting, or null where there is none. */
  setting(file: string): string | null;
  exists(path: string): boolean;
}

const THIS_MACHINE: Machine = {
  setting: (file) => {
    try {
      return readFileSync(file, "utf8").trim();
    } catch {
      return null;
    }
  },
  exists: existsSync,
};

/** Names the obstacle behind what a program said when it failed. */
export function nameObstacle(
  said: string,
  machine: Machine = THIS_MACHINE,
): { readonly reason: string; readonly remedy?: string } {
  const refused = "This machine does not let programs make user namespaces";
  const tail = said === "" ? "" : ` It said: ${said}`;
  if (machine.setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1")
    return {
      reason: `${refused}: AppArmor restricts them.${tail}`,
      remedy: "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    };
  if (machine.setting("/proc/sys/kernel/unprivileged_userns_clone") === "0")
    return {
      reason: `${refused}: kernel.unprivileged_userns_clone is 0.${tail}`,
      remedy: "sysctl -w kernel.unprivileged_userns_clone=1",
    };
  if (machine.setting("/proc/sys/user/max_user_namespaces") === "0")
    return {
      reason: `${refused}: user.max_user_namespaces is 0.${tail}`,
      remedy: "sysctl -w user.max_user_namespaces=1000",
    };
  if (machine.exists("/.dockerenv") || machine.exists("/run/.containerenv"))
    return {
      reason: `This container does not permit namespaces, or covers parts of /proc.${tail}`,
      remedy:
        "start the container with --security-opt seccomp=unconfined --security-opt systempaths=unconfined",
    };
  if (/unrecognized option|invalid option|unknown option|BusyBox/i.test(said))
    return {
      reason: `The programs of util-linux are too old here, or are BusyBox's.${tail}`,
      remedy: "install the package util-linux (2.36 or later), or bubblewrap",
    };
  return { reason: `Namespaces made with util-linux do not work here.${tail}` };
}
