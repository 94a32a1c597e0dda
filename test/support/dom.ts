// A test that imports this module gets a document: the runner detects the import and loads happy-dom first.

/** Resets the document to a fresh page: empty, nothing stored, no hash in the URL. */
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

/** Sets the markup of a test's own page. The pages of `ui/` never use markup. */
export function setMarkup(html: string): void {
  document.body.innerHTML = html;
}
