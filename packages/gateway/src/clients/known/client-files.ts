import type { Client, ClientFile, Server } from "./client.ts";

/** The server, as a person's own file names it and as a file names it that others commit. */
export interface Servers {
  /** With whole paths of this machine: a client may start it anywhere, with any PATH. */
  readonly own: Server;
  /** By its name, and without a path of this machine. `here` is how the client writes the project's folder. */
  readonly shared: (here: string) => Server;
}

/** The files of a client. What lies in a project is committed, and is another machine's tomorrow. */
export function clientFiles(client: Client, { own, shared }: Servers): readonly ClientFile[] {
  const committed = client.files(shared(client.here ?? "."));
  return client.files(own).map((file, at) => {
    const other = committed[at];
    return file.base === "workspace" && other ? other : file;
  });
}
