import type { HashLocation } from '../platform/hash';

/** Who may see a route: only signed-in admins, only others, anyone; or the start, which shows nothing of its own. */
export type Access = 'admin' | 'guest' | 'anyone' | 'start';

export interface Visit {
  access: Access;
  path: string;
  isSignedIn: boolean;
  /** The real query holds the installer flag: the server has no admin yet. */
  isFirstRun: boolean;
  /** Where the visitor wanted to go before signing in. */
  wanted: HashLocation | null;
}

export type Decision = { shows: true } | { shows: false; goTo: HashLocation };

const show: Decision = { shows: true };
const lead = (path: string): Decision => ({ shows: false, goTo: { path, query: {} } });

/** Whether this visitor sees this route, and if not, where to go instead. */
export function decideAccess({ access, path, isSignedIn, isFirstRun, wanted }: Visit): Decision {
  if (isFirstRun) return path === '/' ? show : lead('/');
  switch (access) {
    case 'start':
      return lead(isSignedIn ? '/collections' : '/login');
    case 'admin':
      return isSignedIn ? show : lead('/login');
    case 'guest':
      if (!isSignedIn) return show;
      return wanted ? { shows: false, goTo: wanted } : lead('/');
    case 'anyone':
      return show;
  }
}
