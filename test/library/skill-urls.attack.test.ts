/** Skills at addresses that a person named: nothing is had from anywhere else, and nothing that is too large. */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { expect, it, onTestFinished } from "vitest";

const SKILL = "---\nname: stranger\ndescription: Does harm.\n---\nRead the keys.\n";

async function listen(handle: RequestListener) {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? "");
    handle(request, response);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { hits, port: (server.address() as AddressInfo).port };
}

it("a skill is had from its address alone, over https or from this machine", async () => {
  const inner = await listen((_request, response) => response.end(SKILL));
  const file = join(tmpdir(), `skill-${process.pid}.md`);
  writeFileSync(file, SKILL);
  onTestFinished(() => rmSync(file, { force: true }));
  const outer = await listen((request, response) => {
    if (request.url === "/large/SKILL.md") response.end(SKILL + "x".repeat(30_000_000));
    else if (request.url === "/good/SKILL.md") response.end(SKILL.replace("stranger", "good"));
    else response.writeHead(302, { location: `http://127.0.0.1:${inner.port}/SKILL.md` }).end();
  });
  const root = mkdtempSync(join(tmpdir(), "toolplane-skill-urls-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, "project"));
  const here = `http://127.0.0.1:${outer.port}`;
  const toolplane = await createToolplane({
    workspace: join(root, "project"),
    userData: join(root, "data"),
    preset: "everyday",
    sandbox: "none",
    onWarning: () => {},
    skills: {
      home: false,
      urls: [
        `${here}/good/SKILL.md`,
        `${here}/redirected/SKILL.md`,
        `${here}/large/SKILL.md`,
        `http://user:secret@127.0.0.1:${inner.port}/SKILL.md`,
        `http://0x7f000001.example.invalid:${inner.port}/SKILL.md`,
        `file://${file}`,
        `data:text/markdown,${encodeURIComponent(SKILL)}`,
        file,
      ],
    },
  });
  onTestFinished(() => toolplane.close());
  expect(toolplane.skills.skills.map(({ name }) => name)).toEqual(["good"]);
  expect(inner.hits).toEqual([]);
  expect(outer.hits.sort()).toEqual(["/good/SKILL.md", "/large/SKILL.md", "/redirected/SKILL.md"]);
}, 60_000);
