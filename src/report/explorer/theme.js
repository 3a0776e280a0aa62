// Light or dark, as the system is or as somebody chose.

import { find } from "../page/dom.js";

const KEY = "fizzle-theme";

/** What the browser keeps; a site may forbid it. */
const kept = (value) => {
  try {
    if (value === undefined) return localStorage.getItem(KEY);
    localStorage.setItem(KEY, value);
  } catch { /* Then it is chosen again after each reload. */ }
  return null;
};

/** Makes the button for the theme work. */
export const beginTheme = () => {
  const root = document.documentElement, before = kept();
  if (["light", "dark"].includes(before)) root.dataset.theme = before;
  const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const named = () => { find("theme").textContent = isDark() ? "Light" : "Dark"; };
  find("theme").addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    kept(root.dataset.theme);
    named();
  });
  named();
};
