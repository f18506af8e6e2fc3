/**
 * A place where the holder meets us: a socket in a private folder, for one connection, gone as soon as that is there. The program
 * then holds one end and we the other, so the end of either is seen at once, and no byte is copied on the way.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ToolError } from "@toolplane/contract";

export interface MeetingPlace {
  readonly path: string;
  /** The one connection; rejects when the place is closed before it came. */
  readonly met: Promise<Socket>;
  /** Safe to call twice; what was met stays. */
  close(): void;
}

/** The system's bound on such names, with room for its end. */
const MAX_PATH_BYTES = 100;

/** Opens one at this path; where that is too long for a socket, in a private folder of the system's temporary one. */
export async function openMeetingPlace(wanted: string): Promise<MeetingPlace> {
  const fits = Buffer.byteLength(wanted) <= MAX_PATH_BYTES;
  const path = fits ? wanted : join(mkdtempSync(join(tmpdir(), "toolplane-")), "talk");
  const met = Promise.withResolvers<Socket>();
  met.promise.catch(() => {});
  const server = createServer({ pauseOnConnect: true, allowHalfOpen: true });
  const close = () => {
    server.close(() => {});
    met.reject(new ToolError("unavailable", "Nobody came to speak."));
    if (!fits) rmSync(dirname(path), { recursive: true, force: true });
  };
  server.maxConnections = 1;
  server.once("connection", (socket) => {
    met.resolve(socket);
    close();
  });
  await listenAt(server, path);
  chmodSync(path, 0o600);
  return { path, met: met.promise, close };
}

function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause) =>
      reject(new ToolError("unavailable", "No socket could be made to speak over.", { cause })),
    );
    server.listen(path, resolve);
  });
}
