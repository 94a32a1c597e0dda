let region: HTMLElement | undefined;

/**
 * Makes screen readers say a short text politely; nothing is visible. Returns a function that takes the text away when
 * it is no longer true.
 */
export function announce(text: string): () => void {
  if (!region?.isConnected) {
    region = document.createElement('div');
    region.className = 'visuallyHidden';
    region.setAttribute('role', 'status');
    // Stays active while an overlay makes the rest of the page inert.
    region.dataset.alwaysLive = '';
    document.body.append(region);
  }
  const here = region;
  here.textContent = '';
  // Screen readers need a region that exists and is empty before its text is set, each time.
  const timer = setTimeout(() => {
    here.textContent = text;
  }, 50);
  return () => {
    clearTimeout(timer);
    if (here.textContent === text) here.textContent = '';
  };
}
