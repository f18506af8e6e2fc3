/** A tool that would reach the network past its doors. */
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openFolderWorld, outcomeOf, toolText } from "./fixture.ts";

const PLACE = "ws/.toolplane/tools";

for (const sandbox of ["none", "auto"] as const)
  describe.skipIf(sandbox === "auto" && !hasSandbox)(
    `a tool, sandbox ${sandbox}${sandbox === "auto" ? " (needs bubblewrap)" : ""}`,
    () => {
      it("reaches no server by importing Node's modules, and opens none [R065]", async () => {
        const server = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
        await once(server, "listening");
        onTestFinished(() => void server.close());
        let reached = 0;
        server.on("connection", () => {
          reached += 1;
        });
        const { port } = server.address() as AddressInfo;
        const settled = (code: string) =>
          `await new Promise((done) => { const said = (word) => (error) => done(word + (error?.code ?? "")); try { ${code} } catch (error) { done("stopped " + error.code); } })`;
        const tried = [
          "net.connect(args.n, '127.0.0.1').on('connect', said('open')).on('error', said('stopped '))",
          "new net.Socket().connect(args.n, '127.0.0.1').on('connect', said('open')).on('error', said('stopped '))",
          "http.get('http://127.0.0.1:' + args.n).on('response', said('open')).on('error', said('stopped '))",
          "http2.connect('http://127.0.0.1:' + args.n).on('connect', said('open')).on('error', said('stopped '))",
          "tls.connect(args.n, '127.0.0.1').on('connect', said('open')).on('error', said('stopped '))",
          "fetch('http://127.0.0.1:' + args.n).then(said('open'), said('stopped '))",
          "net.createServer().on('error', said('stopped ')).listen(0, said('open'))",
          "net._createServerHandle('127.0.0.1', 0, 4); done('open')",
          "dgram.createSocket('udp4').on('error', said('stopped ')).send('x', args.n, '127.0.0.1', said('open'))",
          "dns.lookup('localhost', (error) => done(error ? 'stopped' : 'open'))",
          "new dns.promises.Resolver().resolve('localhost').then(said('open'), said('stopped '))",
          "process.binding('tcp_wrap'); done('open')",
          "Object.defineProperty(net.Socket.prototype, 'connect', { value: 1 }); done('open')",
        ];
        const modules = ["net", "http", "http2", "tls", "dgram", "dns"];
        const files = {
          [`${PLACE}/caller.ts`]: toolText(
            "caller",
            `return [${tried.map(settled).join(",\n")}];`,
            {
              before: modules.map((name) => `import ${name} from "node:${name}";`).join("\n"),
            },
          ),
        };
        const { call } = await openFolderWorld({ sandbox, files, unconfinedTools: true });
        const said = outcomeOf(await call("caller", { n: port })) as readonly string[];
        expect(said.map((text) => text.split(" ")[0])).toEqual(tried.map(() => "stopped"));
        expect(reached).toBe(0);
      });
    },
  );
