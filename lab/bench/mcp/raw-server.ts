/** The least that can answer: a line for a line, a body for a body, parsed and written again. Every server is built on this. */
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const answer = (text: string): string => {
  const { id } = JSON.parse(text) as { readonly id: number };
  const content = [{ type: "text", text: '{"ok":true}' }];
  return JSON.stringify({ jsonrpc: "2.0", id, result: { content } });
};

if (process.argv[2] === "stdio") {
  createInterface({ input: process.stdin }).on("line", (line) => {
    process.stdout.write(`${answer(line)}\n`);
  });
} else {
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => {
      body += piece;
    });
    request.on("end", () => {
      response.writeHead(200, { "content-type": "application/json" }).end(answer(body));
    });
  });
  server.listen(0, "127.0.0.1", () => {
    console.log(
      JSON.stringify({ port: (server.address() as { port: number }).port, token: "none" }),
    );
  });
}
