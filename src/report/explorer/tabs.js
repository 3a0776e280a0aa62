// Tabs: the arrow keys go from one to the next, as in the ARIA Authoring Practices.

import { find } from "../page/dom.js";

const all = () => [...document.querySelectorAll("[role=tab]")];

/** Shows the panel of a tab. */
export const openTab = (tab) => {
  for (const other of all()) {
    const isOpen = other === tab;
    other.setAttribute("aria-selected", isOpen);
    other.tabIndex = isOpen ? 0 : -1;
    find(other.getAttribute("aria-controls")).hidden = !isOpen;
  }
};

/** Makes the tabs work; `opened` hears when one is opened. */
export const beginTabs = (opened) => {
  const go = (tab) => {
    openTab(tab);
    tab.focus();
    opened(tab);
  };
  for (const tab of all()) {
    tab.addEventListener("click", () => go(tab));
    tab.addEventListener("keydown", (event) => {
      const tabs = all(), last = tabs.length - 1, at = tabs.indexOf(tab);
      const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at ? at - 1 : last, Home: 0, End: last }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      go(tabs[to]);
    });
  }
};
