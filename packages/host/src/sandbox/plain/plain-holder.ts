/**
 * How util-linux puts a holder into namespaces of its own. The shell stays as their first process: it takes in what commands
 * leave behind, which a holder would not.
 */
import type { HolderLaunch } from "../backend/sandbox.ts";
import { ownKeyring } from "./own-keyring.ts";
import type { PlainPrograms } from "./plain-programs.ts";

export function plainHolder(
  programs: PlainPrograms,
  { root }: { readonly root: boolean },
): readonly HolderLaunch[] {
  const { unshare, sh, mount, umount } = programs;
  // The loopback of a new network is down; the kernel's switch for it lies in a file system that nothing else needs here.
  const script =
    `if ${mount} -t sysfs sysfs /sys 2>/dev/null; then echo 0x9 2>/dev/null > /sys/class/net/lo/flags; ${umount} /sys; fi; ` +
    '"$@"; exit $?';
  const prefix = [
    ...ownKeyring(),
    ...(root ? [] : [unshare, "--user", "--map-root-user", "--"]),
    ...[unshare, "--mount", "--pid", "--net", "--mount-proc", "--fork", "--kill-child", "--"],
    ...[sh, "-c", script, "sh"],
  ];
  return [{ prefix, ownsPids: true }];
}
