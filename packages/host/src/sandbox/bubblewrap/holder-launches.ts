/**
 * How a holder is put into namespaces of its own, as data. Tried in order until one says it is ready; with a sandbox and no
 * working entry there is no holder and nothing runs.
 *
 * Root mounts /proc itself: bubblewrap covers parts of it for root, and a command's own bubblewrap inside could then mount
 * none. Root also keeps its user namespace, so that files of other users stay within its reach; a command's own sandbox
 * takes its capabilities away. Everybody else needs a user namespace to be allowed the others.
 */

/** One way to start a holder. */
export interface HolderLaunch {
  /** Comes before the holder's own argv. */
  readonly prefix: readonly string[];
  /** True when the holder sees its own processes only, and can therefore find every left-over. */
  readonly ownsPids: boolean;
}

const VIEW = ["--dev-bind", "/", "/", "--unshare-net", "--die-with-parent"];

/** The ways to try. */
export function holderLaunches(options: {
  readonly sandboxed: boolean;
  readonly root: boolean;
  readonly bubblewrap: string;
}): readonly HolderLaunch[] {
  if (!options.sandboxed) return [{ prefix: [], ownsPids: false }];
  const wrapped = [options.bubblewrap, ...VIEW];
  const asUser = [...wrapped, "--unshare-user"];
  const mountProc = ["bash", "-c", 'mount -t proc proc /proc && exec "$@"', "bash"];
  const forRoot = { prefix: [...wrapped, "--unshare-pid", "--", ...mountProc], ownsPids: true };
  const forUser = {
    prefix: [...asUser, "--unshare-pid", "--proc", "/proc", "--"],
    ownsPids: true,
  };
  const plain = [...(options.root ? [wrapped] : []), asUser].map((prefix) => ({
    prefix: [...prefix, "--"],
    ownsPids: false,
  }));
  return [options.root ? forRoot : forUser, ...plain];
}
