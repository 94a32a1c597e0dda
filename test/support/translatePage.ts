// Simulates a browser's translation: it replaces each text outside of `translate="no"` by <font> elements
// with another text, at once and after every change. The translation is in capitals, so that tests still
// find their buttons by name.
//
//   await translate(page, /zq/i);
//   assert.equal(await translatedData(page), []);

import type { Page } from '@playwright/test';

/** Starts the translation. Records every text that it translates and that matches `data`. */
export function translate(page: Page, data: RegExp): Promise<void> {
  return page.evaluate(
    ([source, flags]) => {
      const mark = new RegExp(source, flags);
      const wrong = new Set<string>();
      Reflect.set(window, 'translatedData', wrong);

      const change = (text: Text) => {
        const parent = text.parentElement;
        if (!parent || /^(font|script|style|textarea|noscript)$/i.test(parent.tagName)) return;
        if (!parent.translate || !/\p{L}/u.test(text.data)) return;
        if (mark.test(text.data)) wrong.add(`${text.data.trim()} in ${parent.outerHTML.slice(0, 160)}`);
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.textContent = text.data.toUpperCase();
        outer.append(inner);
        text.replaceWith(outer);
      };
      const changeAll = (node: Node) => {
        const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
        const texts: Text[] = node instanceof Text ? [node] : [];
        while (walker.nextNode()) texts.push(walker.currentNode as Text);
        for (const text of texts) change(text);
      };
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
          if (target instanceof Text) change(target);
          for (const node of addedNodes) changeAll(node);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
      document.documentElement.classList.add('translated-ltr');
      changeAll(document.body);
    },
    [data.source, data.flags] as const,
  );
}

/** Returns the data that was translated since then. */
export function translatedData(page: Page): Promise<string[]> {
  return page.evaluate(() => [...(Reflect.get(window, 'translatedData') as Set<string>)]);
}
