import { describe, expect, it } from "vitest";
import { toolsRegistry } from "./default-instances.ts";
import { createToolsRegistry } from "./tools-registry.ts";

describe("createToolsRegistry", () => {
  const one = () => "one";
  const two = () => "two";

  it("registers, gets, lists, unregisters and clears [R026]", () => {
    const registry = createToolsRegistry();
    registry.register("one")(one);
    registry.register("two")(two);
    expect(registry.getTool("one")).toBe(one);
    expect([...registry.listTools()]).toEqual([
      ["one", one],
      ["two", two],
    ]);
    registry.unregister("one");
    expect([...registry.listTools().keys()]).toEqual(["two"]);
    registry.clear();
    expect(registry.listTools().size).toBe(0);
  });

  it("wraps a function and returns that very function [R027]", () => {
    const registry = createToolsRegistry();
    const greet = registry.register("greet")(({ name }: { readonly name: string }) => `Hi ${name}`);
    expect(greet({ name: "Ada" })).toBe("Hi Ada");
    expect(registry.getTool("greet")).toBe(greet);
    expect(registry.register("again")(greet)).toBe(greet);
  });

  it("gives null for a name that was not registered, and throws nothing [R028]", () => {
    const registry = createToolsRegistry();
    for (const name of ["nobody", "", "toString", "__proto__"]) {
      expect(registry.getTool(name)).toBe(null);
      expect(registry.getBinding(name)).toBe(null);
    }
  });

  it("says whether unregistering removed anything [R029]", () => {
    const registry = createToolsRegistry();
    registry.register("one")(one);
    expect(registry.unregister("one")).toBe(true);
    expect(registry.unregister("one")).toBe(false);
    expect(registry.unregister("nobody")).toBe(false);
  });

  it("shares nothing between instances, and has one default instance [R030]", () => {
    const first = createToolsRegistry();
    first.register("one")(one);
    expect(createToolsRegistry().getTool("one")).toBe(null);
    expect(toolsRegistry()).toBe(toolsRegistry());
    expect(toolsRegistry()).not.toBe(first);
    expect(toolsRegistry().getTool("one")).toBe(null);
    toolsRegistry().register("one")(one);
    expect(toolsRegistry().getTool("one")).toBe(one);
    expect(first.unregister("one")).toBe(true);
    expect(toolsRegistry().unregister("one")).toBe(true);
  });

  it("goes by the registered name, whatever the file is called", () => {
    const registry = createToolsRegistry();
    const files: Readonly<Record<string, () => void>> = {
      "code_execution.ts": () => void registry.register("code_exec")(one),
      "pdf_reader.ts": () => void registry.register("pdf_read")(two),
    };
    for (const load of Object.values(files)) load();
    expect(registry.getTool("code_exec")).toBe(one);
    expect(registry.getTool("pdf_read")).toBe(two);
    expect(registry.getTool("code_execution")).toBe(null);
    expect(registry.getTool("pdf_reader")).toBe(null);
  });

  it("lets the last registration of a name count, and a list be a copy", () => {
    const registry = createToolsRegistry();
    registry.register("one")(one);
    const before = registry.listTools();
    registry.register("one", { mode: "read" })(two);
    expect(before.get("one")).toBe(one);
    expect(registry.getBinding("one")).toEqual({ run: two, needs: { mode: "read" } });
  });

  it("refuses a name that no call could have", () => {
    const registry = createToolsRegistry();
    for (const name of ["", " ", "a b", "-x", "é", "x".repeat(129)]) {
      expect(() => registry.register(name)).toThrow("a name is 1 to 128 letters");
    }
  });
});

describe("watch", () => {
  it("calls the listener with the name at every change, until it is stopped", () => {
    const registry = createToolsRegistry();
    const told: string[] = [];
    const stop = registry.watch((name) => told.push(name));
    registry.register("one")(() => 1);
    registry.register("one")(() => 2);
    registry.register("two")(() => 2);
    registry.unregister("one");
    registry.unregister("one");
    registry.register("one")(() => 1);
    registry.clear();
    expect(told).toEqual(["one", "one", "two", "one", "one", "two", "one"]);
    stop();
    registry.register("three")(() => 3);
    expect(told).toHaveLength(7);
  });
});
