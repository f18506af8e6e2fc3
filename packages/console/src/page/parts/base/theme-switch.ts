/** Light or dark: as the system says until a person picks one. */
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { h } from "../../ground/h.ts";
import { Icon } from "./icon.ts";

const THEME = "toolplane-theme";
const DARK = "(prefers-color-scheme: dark)";

export function ThemeSwitch(): VNode {
  const [theme, setTheme] = useState(() => window.localStorage.getItem(THEME) ?? systemTheme());
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  useEffect(() => {
    // Whoever picked a theme keeps it; else the page goes with the system, also at dusk.
    const follow = (): void => setTheme(window.localStorage.getItem(THEME) ?? systemTheme());
    const system = window.matchMedia(DARK);
    system.addEventListener("change", follow);
    return () => system.removeEventListener("change", follow);
  }, []);
  const other = theme === "dark" ? "light" : "dark";
  return h(
    "button",
    {
      type: "button",
      class: "b q",
      "aria-label": `Switch to the ${other} theme`,
      onClick: () => {
        window.localStorage.setItem(THEME, other);
        setTheme(other);
      },
    },
    [
      h(Icon, { name: "theme" }),
      h("span", { class: "hide-s hide-m" }, other === "dark" ? "Dark" : "Light"),
    ],
  );
}

function systemTheme(): string {
  return window.matchMedia(DARK).matches ? "dark" : "light";
}
