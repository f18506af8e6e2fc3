/** Files by path, served on loopback as they are: a static index, a module proxy. Every request is written down. */
import { makeServer, startLoopback } from "./loopback.ts";

export interface FolderServer {
  readonly port: number;
  readonly hits: string[];
  /** May be changed while it serves. */
  readonly files: Map<string, Buffer | string>;
}

export async function startFolderServer(
  files: Readonly<Record<string, Buffer | string>>,
  secure = false,
): Promise<FolderServer> {
  const served = new Map(Object.entries(files));
  const hits: string[] = [];
  const server = makeServer((request, response) => {
    hits.push(`${request.method} ${request.url}`);
    const found = served.get(request.url ?? "");
    if (found === undefined) return void response.writeHead(404).end();
    const type = request.url?.endsWith("/") ? "text/html" : "application/octet-stream";
    response.writeHead(200, { "content-type": type }).end(found);
  }, secure);
  return { port: await startLoopback(server), hits, files: served };
}
