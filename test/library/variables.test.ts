/** Variables that a program defines, in the host patterns of tools and rules. */
import { defineTool, type Tool } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

const fetcher = (hosts: readonly string[]): Tool =>
  defineTool({
    id: "fetcher",
    description: "Fetches.",
    parameters: { type: "object", properties: { url: { type: "string" } }, required: ["url"] },
    requires: { net: { hosts } },
    resources: { url: "net.fetch" },
    execute: async ({ url }, { net }) => (await net.fetch(url)).status,
  });

async function open(options: ToolplaneOptions) {
  const servers = { "a.test:443": "a", "b.test:8443": "b", "c.test:443": "c" };
  const tp = await createToolplane({
    host: createMemoryHost({ servers }),
    policy: [{ permission: "net.fetch", pattern: "*:*", action: "allow" }],
    onWarning: () => {},
    ...options,
  });
  onTestFinished(() => tp.close());
  let made = 0;
  const fetch = async (url: string) => {
    made += 1;
    const result = await tp.call({ id: `${made}`, name: "fetcher", arguments: { url } });
    return result.type === "output" ? result.data : result.code;
  };
  return { tp, fetch };
}

describe("a variable in a host pattern", () => {
  const variables = { api: ["a.test", "b.test:8443"] };

  it("stands for each of its values, in what a tool requires [R170]", async () => {
    const { fetch } = await open({ tools: [fetcher(["{api}"])], variables });
    expect(await fetch("https://a.test/")).toBe(200);
    expect(await fetch("https://b.test:8443/")).toBe(200);
    expect(await fetch("https://b.test/")).toBe("capability_denied");
    expect(await fetch("https://c.test/")).toBe("capability_denied");
  });

  it("stands for them in a rule and in the ceiling too [R170]", async () => {
    const denied = await open({
      tools: [fetcher(["*:*"])],
      variables,
      policy: [
        { permission: "net.fetch", pattern: "*:*", action: "allow" },
        { permission: "net.fetch", pattern: "{api}", action: "deny" },
      ],
    });
    expect(await denied.fetch("https://a.test/")).toBe("permission_denied");
    expect(await denied.fetch("https://c.test/")).toBe(200);
    const ceiling = { net: { hosts: ["{api}"] } };
    const bounded = await open({ tools: [fetcher(["*:*"])], variables, ceiling });
    expect(await bounded.fetch("https://c.test/")).toBe("capability_denied");
    expect(await bounded.fetch("https://a.test/")).toBe(200);
  });

  it("opens nothing when it has no values, and leaves a tool out when it is not defined [R170]", async () => {
    const empty = await open({ tools: [fetcher(["{api}"])], variables: { api: [] } });
    expect(await empty.fetch("https://a.test/")).toBe("capability_denied");
    const none = await open({ tools: [fetcher(["{api}"])] });
    expect(none.tp.kernel.problems()).toMatchObject([
      { name: "fetcher", message: expect.stringContaining("undefined variable {api}") },
    ]);
    // Roots are places; no host is called like one.
    const place = await open({ tools: [fetcher(["{workspace}"])] });
    expect(place.tp.kernel.problems()).toMatchObject([{ name: "fetcher" }]);
  });

  it.each([
    [{ workspace: ["/"] }, "variable {workspace}: is the host's to define"],
    [{ "user-data": ["/"] }, "variable {user-data}: is the host's to define"],
    [{ Api: ["a.test"] }, "variable {Api}: its name must be"],
    [{ api: "a.test" }, "variable {api}: must be a list of texts"],
  ])("is refused at start-up as %j", async (wrong, message) => {
    await expect(
      open({ tools: [fetcher(["a.test"])], variables: wrong as never }).then(({ tp }) =>
        tp.session(),
      ),
    ).rejects.toThrow(message);
  });
});
