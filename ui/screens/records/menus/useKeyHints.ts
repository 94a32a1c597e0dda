import { useEffect } from 'react';
import { columnPlace } from '../../../components/data/cellPlaces';
import { headsOf } from '../../../components/data/headWidths';

/**
 * Marks the page while keys lead through the cells: then the footer shows the keys, and that of an edit only at the
 * `editable` columns, which are given by their names with a space between. A selector with :has() would look for the
 * focus in each row that a scroll adds.
 */
export function useKeyHints(table: HTMLElement | null, editable: string): void {
  useEffect(() => {
    if (!table) return;
    const names = editable.split(' ');
    const canEdit = (element: Element) => {
      const cell = element.closest('td');
      return cell !== null && names.includes(headsOf(table)[columnPlace(cell)]?.dataset['column'] ?? '');
    };
    const ending = new AbortController();
    const { signal } = ending;
    const show = (element: EventTarget | null) => {
      const { dataset } = document.body;
      if (element instanceof Element && element.matches('[role="grid"] :focus-visible')) {
        dataset['cellKeys'] = canEdit(element) ? 'edit' : 'read';
      } else delete dataset['cellKeys'];
    };
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
  }, [table, editable]);
}
