const allowed = new Set(['http:', 'https:', 'mailto:']);

/** The address as a link may use it; null for anything that is no web or mail address (`javascript:` and its like). */
export function safeAddress(text: string): string | null {
  try {
    const address = new URL(text);
    return allowed.has(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}
