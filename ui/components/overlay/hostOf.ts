const hosts = 'main, nav, aside, [role="dialog"], [role="alertdialog"], [role="complementary"]';

/** Where a menu or a tooltip is put: in the landmark or dialog of its element, and alive with it when the rest is inert. */
export function hostOf(element: Element): HTMLElement {
  return element.closest<HTMLElement>(hosts) ?? document.body;
}
