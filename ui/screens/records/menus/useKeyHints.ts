import { useEffect } from 'react';

/**
 * Marks the page while keys lead through the cells: then the footer shows the keys. A selector with :has() would look
 * for the focus in each row that a scroll adds.
 */
export function useKeyHints(table: HTMLElement | null): void {
  useEffect(() => {
    if (!table) return;
    const ending = new AbortController();
    const { signal } = ending;
    const show = (element: EventTarget | null) =>
      document.body.toggleAttribute(
        'data-cell-keys',
        element instanceof Element && element.matches('[role="grid"] :focus-visible'),
      );
    // The first focus in the table loads this code.
    show(document.activeElement);
    table.addEventListener('focusin', ({ target }) => show(target), { signal });
    table.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!table.contains(relatedTarget as Node | null)) show(null);
      },
      { signal },
    );
    return () => {
      ending.abort();
      show(null);
    };
  }, [table]);
}
