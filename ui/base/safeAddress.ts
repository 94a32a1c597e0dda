const allowed = new Set(['http:', 'https:', 'mailto:']);

/** Returns the address for a link; null for any scheme except web and mail (such as `javascript:`). */
export function safeAddress(text: string): string | null {
  try {
    const address = new URL(text);
    return allowed.has(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}
