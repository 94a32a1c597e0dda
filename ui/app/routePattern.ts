import type { Parser } from 'wouter';

/**
 * Parses patterns such as `/login` and `/confirm-password-reset/:token`. wouter's own parser ignores case, so
 * `#/Collections` would be a second URL of the same page.
 */
export const routePattern: Parser = (route) => {
  // wouter uses this pattern for a route without a path: the last one, which matches every other URL.
  if (route === '*') return { pattern: /^/, keys: [] };
  const keys = [...route.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const source = route.replace(/:\w+/g, '([^/]+)');
  return { pattern: new RegExp(`^${source}/?$`), keys };
};

// The build gives wouter this function in place of its own parser, which the page does not use.
export { routePattern as parse };
