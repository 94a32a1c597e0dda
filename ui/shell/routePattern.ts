import type { Parser } from 'wouter';

/**
 * Reads `/login` and `/confirm-password-reset/:token`. wouter's own parser ignores case, so that
 * `#/Collections` would be a second address of the same page.
 */
export const routePattern: Parser = (route) => {
  // What wouter asks for a route without a path: the last one, for every address that nothing else fits.
  if (route === '*') return { pattern: /^/, keys: [] };
  const keys = [...route.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const source = route.replace(/:\w+/g, '([^/]+)');
  return { pattern: new RegExp(`^${source}/?$`), keys };
};
