import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import { Route, Router, Switch } from 'wouter';
import { type HashLocation, navigate, printHash } from '../base/hash';
import { hasQueryFlag, reloadPage } from '../base/pageAddress';
import { announce } from '../kit/basics/announce';
import { Button } from '../kit/basics/Button';
import { CentredPage } from '../kit/layout/CentredPage';
import { BannerBar } from '../kit/layout/Note';
import { PageBanner, PageLinks } from '../kit/layout/PageLinks';
import { Toast, ToastRegion } from '../kit/layout/Toast';
import * as app from '../page/pageTitle';
import * as preferences from '../page/preferences';
import { docsAddress, onServerLine, serverLine } from '../page/serverLine';
import * as connection from '../page/session/connection';
import * as environment from '../page/session/environment';
import * as newVersion from '../page/session/newVersion';
import * as session from '../page/session/session';
import * as toasts from '../page/toasts';
import css from './App.module.css';
import { releasesAddress } from './addresses';
import { ErrorBoundary } from './ErrorBoundary';
import { loadStrip } from './loadLock';
import { decideAccess } from './routeAccess';
import { routePattern } from './routePattern';
import { routes, type ScreenProps, type ShellRoute, SignedInShell } from './routes';
import * as reauthentication from './sign-in/reauthentication';
import { useHashLocation, useHashQuery } from './useHashLocation';

const banner = <Banner />;
const links = <FooterLinks />;

export function App() {
  const wanted = useRef<HashLocation | null>(null);
  const { isTold } = useSnapshot(newVersion.state);
  const { current } = useSnapshot(environment.state);
  useEffect(newVersion.follow, []);
  const strip = useStrip(current !== null);
  useEffect(() => {
    // Announce the message: screen readers do not read the banner while a panel covers the page.
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
      {strip}
      <Toasts />
    </Router>
  );
}

/** Loads the strip of the environment if the server has a name. The page keeps space for it from the start. */
function useStrip(isNamed: boolean): ReactNode {
  const [Strip, setStrip] = useState<Awaited<ReturnType<typeof loadStrip>>>(null);
  useEffect(() => {
    if (isNamed) void loadStrip().then((loaded) => setStrip(() => loaded));
  }, [isNamed]);
  return Strip && <Strip />;
}

interface VisitProps {
  route: ShellRoute;
  params: ScreenProps['params'];
  /** The URL that the visitor requested before the sign-in. */
  wanted: { current: HashLocation | null };
}

/** Shows the route if the visitor may see it, and redirects otherwise. */
function Visit({ route, params, wanted }: VisitProps) {
  const [path] = useHashLocation({});
  const query = useHashQuery();
  const isSignedIn = useIsSignedIn();
  const { startsWith: home } = useSnapshot(preferences.state);
  const { access } = route;
  const isFirstRun = hasQueryFlag('installer');
  const decision = decideAccess({ access, path, isSignedIn, home, isFirstRun, wanted: wanted.current });
  const { shows } = decision;
  // Load the screen's chunk in parallel with the shell's chunk.
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
  // The key makes a new form for the link of another mail, which has the same route.
  const screen = <route.Screen key={path} query={query} params={params} />;
  return (
    <Layout path={path} hasSidebar={route.hasSidebar && isSignedIn}>
      {route.group ? (
        <route.group.Frame path={path}>
          <ErrorBoundary resetKey={path}>{screen}</ErrorBoundary>
        </route.group.Frame>
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

/** True also for a session that ended while there were unsaved changes: the screen must stay. */
function useIsSignedIn(): boolean {
  const { token } = useSnapshot(session.state);
  const { isSuspended } = useSnapshot(reauthentication.state);
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
      <SignedInShell path={path}>{screen}</SignedInShell>
    </ErrorBoundary>
  );
}

/** No route matches the URL. The URL stays, so that the user can read and correct it. */
function NotFoundPage({ path }: { path: string }) {
  return (
    <CentredPage
      title="Page not found"
      subtitle={
        <>
          No page at <span translate="no">#{path}</span>.
        </>
      }
    >
      <p>
        <Button href={printHash('/')}>Go home</Button>
      </p>
    </CentredPage>
  );
}

function Toasts() {
  const { items } = useSnapshot(toasts.state);
  return (
    <ToastRegion>
      {items.map(({ id, ...toast }) => (
        <Toast
          key={id}
          {...toast}
          onAction={() => toasts.pressAction(id)}
          onHold={() => toasts.hold(id)}
          onRelease={() => toasts.release(id)}
          onClose={() => toasts.close(id)}
        />
      ))}
    </ToastRegion>
  );
}

/** The footer of every admin page: the server's documentation, releases and version, and our own version. */
function FooterLinks() {
  const line = useSyncExternalStore(onServerLine, serverLine);
  return (
    <span className={css.links}>
      <a href={docsAddress()} target="_blank" rel="noopener noreferrer">
        Docs
      </a>
      <a href={releasesAddress} target="_blank" rel="noopener noreferrer">
        Releases
      </a>
      <span>{line}</span>
      <span>Lowline v{LOWLINE_VERSION}</span>
    </span>
  );
}

const newVersionText = 'A new version is available.';

/** Shows that the server is unreachable, until it responds again, or that it was upgraded. */
function Banner() {
  const { isAway } = useSnapshot(connection.state);
  const { isTold, canReload } = useSnapshot(newVersion.state);

  if (isAway) return <BannerBar kind="warning">The server cannot be reached. Trying again...</BannerBar>;
  if (!isTold) return null;
  return (
    <BannerBar
      kind="info"
      actions={
        canReload && (
          <Button size="small" onClick={reloadPage}>
            Reload
          </Button>
        )
      }
    >
      {newVersionText}
    </BannerBar>
  );
}
