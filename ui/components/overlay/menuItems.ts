/** Returns the items of a menu that can have the focus. */
export function menuItems(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])')];
}
