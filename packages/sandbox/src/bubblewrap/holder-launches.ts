/**
 * Puts a holder into namespaces of its own with bubblewrap, as data.
 *
 * Root mounts /proc itself: bubblewrap covers parts of it for root, and a command's own bubblewrap inside could then mount none.
 * Root also keeps its user namespace, so that files of other users stay within its reach; a command's own sandbox takes its
 * capabilities away. Every other user needs a user namespace to be allowed the others.
 */
import type { HolderLaunch } from "../backend/sandbox.ts";

const VIEW = ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent"];

const MAPPED_ROOT = ["--uid", "0", "--gid", "0", "--cap-add", "ALL"];

/**
 * The ways to try, for root and for every other user. With views the holder mounts them: a user is root in a namespace of its own
 * for that, and there is one way only, because views without it would fail at every command.
 */
export function holderLaunches(
  program: string,
  { root, views = false }: { readonly root: boolean; readonly views?: boolean },
): readonly HolderLaunch[] {
  const wrapped = [program, ...VIEW];
  const asUser = [...wrapped, "--unshare-user"];
  const mountProc = ["bash", "-c", 'mount -t proc proc /proc && exec "$@"', "bash"];
  const forRoot = { prefix: [...wrapped, "--unshare-pid", "--", ...mountProc], ownsPids: true };
  const forUser = {
    prefix: [...asUser, "--unshare-pid", "--proc", "/proc", "--"],
    ownsPids: true,
  };
  if (views && root) return [forRoot];
  if (views)
    return [
      {
        prefix: [...asUser, ...MAPPED_ROOT, "--unshare-pid", "--proc", "/proc", "--"],
        ownsPids: true,
      },
    ];
  const plain = [...(root ? [wrapped] : []), asUser].map((prefix) => ({
    prefix: [...prefix, "--"],
    ownsPids: false,
  }));
  return [root ? forRoot : forUser, ...plain];
}
