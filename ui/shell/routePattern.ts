import type { Parser } from 'wouter';

/**
 * Reads `/login` and `/confirm-password-reset/:token`. wouter's own parser ignores case, so that
 * `#/Collections` would be a second address of the same page.
 */
export const routePattern: Parser = (route) => {
  const keys = [...route.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const source = route.replace(/:\w+/g, '([^/]+)');
  return { pattern: new RegExp(`^${source}/?$`), keys };
};
