import type { HashLocation } from '../base/hash';

/**
 * The visitors that may see a route: signed-in admins, only guests, or anyone. 'start' shows nothing of its
 * own: it only redirects.
 */
export type Access = 'admin' | 'guest' | 'anyone' | 'start';

export interface Visit {
  access: Access;
  path: string;
  isSignedIn: boolean;
  /** The page that an admin starts with. */
  home: string;
  /** The URL's query has the installer flag: the server has no admin yet. */
  isFirstRun: boolean;
  /** The URL that the visitor requested before the sign-in. */
  wanted: HashLocation | null;
}

type Decision = { shows: true } | { shows: false; goTo: HashLocation };

const show: Decision = { shows: true };
const lead = (path: string): Decision => ({ shows: false, goTo: { path, query: {} } });

/** Decides whether the visitor sees this route, and where to redirect otherwise. */
export function decideAccess({ access, path, isSignedIn, home, isFirstRun, wanted }: Visit): Decision {
  if (isFirstRun) return path === '/' ? show : lead('/');
  switch (access) {
    case 'start':
      return lead(isSignedIn ? home : '/login');
    case 'admin':
      return isSignedIn ? show : lead('/login');
    case 'guest':
      if (!isSignedIn) return show;
      return wanted ? { shows: false, goTo: wanted } : lead('/');
    case 'anyone':
      return show;
  }
}
