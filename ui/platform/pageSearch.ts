/** Returns the search input of the page; null if it has none. */
export const pageSearch = () =>
  document.querySelector<HTMLElement>(
    '#content :is(search [contenteditable], search input, input[type="search"])',
  );
