const items = '[role^="menuitem"]:not([aria-disabled="true"])';
const typedPauseMs = 500;

export function menuItems(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>(items)];
}

/** The item that a key leads to from the focused one, or null when the key is none of the menu's. */
export function itemForKey(menu: HTMLElement, key: string): HTMLElement | null {
  const all = menuItems(menu);
  const current = all.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return all[(current + 1) % all.length] ?? null;
  if (key === 'ArrowUp') return all.at(current <= 0 ? -1 : current - 1) ?? null;
  if (key === 'Home' || key === 'PageUp') return all[0] ?? null;
  if (key === 'End' || key === 'PageDown') return all.at(-1) ?? null;
  return null;
}

/** Finds items by the letters typed one after another; the same letter again goes round those it begins. */
export function createTypeAhead(): (menu: HTMLElement, letter: string) => HTMLElement | null {
  let typed = '';
  let typedAt = 0;
  return (menu, letter) => {
    const now = Date.now();
    typed = now - typedAt > typedPauseMs ? letter : typed + letter;
    typedAt = now;
    const isOneLetter = [...typed].every((each) => each === typed[0]);
    const wanted = (isOneLetter ? (typed[0] ?? '') : typed).toLowerCase();
    const all = menuItems(menu);
    const current = all.indexOf(document.activeElement as HTMLElement);
    const start = isOneLetter ? current + 1 : Math.max(current, 0);
    const inOrder = [...all.slice(start), ...all.slice(0, start)];
    return inOrder.find((item) => item.textContent?.trim().toLowerCase().startsWith(wanted)) ?? null;
  };
}
