/** Elements, as plain calls: files stay plain TypeScript, and every tool that reads them reads these too. */
import { type ComponentChildren, createElement, type VNode } from "preact";

type Drawn = ComponentChildren;

export function h(
  tag: string,
  props: Readonly<Record<string, unknown>>,
  ...children: readonly ComponentChildren[]
): VNode;
export function h<P extends object>(
  component: (props: P) => Drawn,
  props: P & { readonly key?: string | number },
  ...children: readonly ComponentChildren[]
): VNode;
export function h(
  type: string | ((props: never) => Drawn),
  props: object,
  ...children: readonly ComponentChildren[]
): VNode {
  return createElement(type as string, props, ...children) as VNode;
}
