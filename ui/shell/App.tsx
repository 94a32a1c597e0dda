import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { Route, Router, Switch } from 'wouter';
import { announce } from '../components/basics/announce';
import { PageBanner } from '../components/page/PageBanner';
import { PageLinks } from '../components/page/PageLinks';
import { type HashLocation, navigate } from '../platform/hash';
import { hasQueryFlag } from '../platform/pageAddress';
import * as app from '../state/app';
import * as newVersion from '../state/newVersion';
import * as session from '../state/session';
import { decideAccess } from './access';
import { Banner, newVersionText } from './Banner';
import { ErrorBoundary } from './ErrorBoundary';
import { FooterLinks } from './FooterLinks';
import { NotFoundPage } from './NotFoundPage';
import { routePattern } from './routePattern';
import { routes, type ScreenProps, type ShellRoute, SignedInShell } from './routes';
import * as suspension from './suspension';
import { Toasts } from './Toasts';
import { useHashLocation, useHashQuery } from './useHashLocation';

const banner = <Banner />;
const links = <FooterLinks />;

/** The whole page: the screen that the address names, inside the shell. */
export function App() {
  const wanted = useRef<HashLocation | null>(null);
  const { isTold } = useSnapshot(newVersion.state);
  useEffect(newVersion.follow, []);
  useEffect(() => {
    // Of the bar nothing is read out while a panel lies on top of the page.
    if (isTold) announce(newVersionText);
  }, [isTold]);
  return (
    <Router hook={useHashLocation} parser={routePattern}>
      <PageBanner value={banner}>
        <PageLinks value={links}>
          <Switch>
            {routes.map((route) => (
              <Route key={route.group?.name ?? route.path} path={route.path}>
                {(params) => <Visit route={route} params={params} wanted={wanted} />}
              </Route>
            ))}
            <Route>
              <NotFound />
            </Route>
          </Switch>
        </PageLinks>
      </PageBanner>
      <Toasts />
    </Router>
  );
}

interface VisitProps {
  route: ShellRoute;
  params: ScreenProps['params'];
  /** Where the visitor wanted to go before being asked to sign in. */
  wanted: { current: HashLocation | null };
}

/** Shows the route to those who may see it, and leads everyone else on. */
function Visit({ route, params, wanted }: VisitProps) {
  const [path] = useHashLocation({});
  const query = useHashQuery();
  const isSignedIn = useIsSignedIn();
  const { access } = route;
  const isFirstRun = hasQueryFlag('installer');
  const decision = decideAccess({ access, path, isSignedIn, isFirstRun, wanted: wanted.current });
  const { shows } = decision;
  // Beside the shell's own chunk, not after it.
  if (shows) route.preload?.();

  useEffect(() => {
    if (shows) app.setPageName(route.pageName, { isBranded: route.access !== 'anyone' });
  }, [shows, route]);

  useEffect(() => {
    if (decision.shows) {
      if (access === 'admin') wanted.current = null;
      return;
    }
    if (access === 'admin') wanted.current = { path, query };
    navigate(decision.goTo.path, decision.goTo.query, { replace: true });
  });

  if (!shows) return null;
  const screen = (
    <Suspense fallback={null}>
      {/* Another mail's link is another form. */}
      <route.Screen key={path} query={query} params={params} />
    </Suspense>
  );
  return (
    <Layout path={path} hasSidebar={route.hasSidebar && isSignedIn}>
      {route.group ? (
        <Suspense fallback={null}>
          <route.group.Frame path={path}>
            <ErrorBoundary resetKey={path}>{screen}</ErrorBoundary>
          </route.group.Frame>
        </Suspense>
      ) : (
        screen
      )}
    </Layout>
  );
}

function NotFound() {
  const [path] = useHashLocation({});
  const isFirstRun = hasQueryFlag('installer');

  useEffect(() => {
    if (isFirstRun) navigate('/', {}, { replace: true });
    else app.setPageName('Page not found');
  }, [isFirstRun]);

  if (isFirstRun) return null;
  return (
    <Layout path={path} hasSidebar={false}>
      <NotFoundPage path={path} />
    </Layout>
  );
}

/** A session that ended under something unsaved still counts: the screen must stay. */
function useIsSignedIn(): boolean {
  const { token } = useSnapshot(session.state);
  const { isSuspended } = useSnapshot(suspension.state);
  return token !== '' || isSuspended;
}

interface LayoutProps {
  path: string;
  hasSidebar: boolean;
  children: ReactNode;
}

function Layout({ path, hasSidebar, children }: LayoutProps) {
  const screen = <ErrorBoundary resetKey={path}>{children}</ErrorBoundary>;
  if (!hasSidebar) return screen;
  return (
    <ErrorBoundary resetKey={path} reason="The rest of the dashboard could not be shown.">
      <Suspense fallback={null}>
        <SignedInShell path={path}>{screen}</SignedInShell>
      </Suspense>
    </ErrorBoundary>
  );
}
