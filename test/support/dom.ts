// A test that imports this module has a document: the runner sees the import and loads happy-dom first.

/** The document as a fresh page has it: nothing in it, nothing stored, the address without a hash. */
export function resetDom(): void {
  document.body.replaceChildren();
  document.title = '';
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
  }
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/_/');
}

/** A page that a test makes up for itself. The pages of `ui/` never take markup. */
export function setMarkup(html: string): void {
  document.body.innerHTML = html;
}
