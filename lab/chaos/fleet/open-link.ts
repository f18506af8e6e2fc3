/** The network between a machine and the database, which can be cut: from then on nothing gets through, and nobody is told so. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Link {
  readonly port: number;
  cut(): void;
  /** New connections get through again; those that were cut are gone. */
  mend(): void;
  close(): void;
}

export async function openLink(toPort: number): Promise<Link> {
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    ends.add(near);
    near.on("error", () => near.destroy());
    near.on("close", () => ends.delete(near));
    if (isCut) return;
    const far = connect(toPort, "127.0.0.1");
    ends.add(far);
    far.on("error", () => near.destroy());
    far.on("close", () => ends.delete(far));
    near.on("close", () => far.destroy());
    near.pipe(far).pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      for (const end of ends) end.unpipe().pause();
    },
    mend() {
      isCut = false;
      for (const end of ends) end.destroy();
    },
    close() {
      server.close();
      for (const end of ends) end.destroy();
    },
  };
}
