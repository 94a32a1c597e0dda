let region: HTMLElement | undefined;

/** Says a short text to screen readers, politely; nothing of it is seen. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.className = 'visuallyHidden';
    region.setAttribute('role', 'status');
    // Stays alive while an overlay makes the rest of the page inert.
    region.dataset.alwaysLive = '';
    document.body.append(region);
  }
  const here = region;
  here.textContent = '';
  // A region must be there, and be empty, before its text is read out; the second time as well.
  setTimeout(() => {
    here.textContent = text;
  }, 50);
}
