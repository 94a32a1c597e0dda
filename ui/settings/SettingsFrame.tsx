import PanelLeft from 'lucide-react/icons/panel-left';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../base/hash';
import { Badge } from '../kit/basics/Badge';
import { IconButton } from '../kit/basics/IconButton';
import { PageSidebar } from '../kit/layout/PageSidebar';
import { SidebarButton } from '../kit/layout/SettingsPage';
import { SidebarGroup, SidebarLink } from '../kit/layout/SidebarLink';
import { useCursor } from '../kit/table/useCursor';
import * as app from '../page/pageTitle';
import * as preferences from '../page/preferences';
import * as findingMarks from '../rules/findings/findingMarks';
import css from './SettingsFrame.module.css';
import { settingsPages } from './settingsPages';

const groups = [...new Set(settingsPages.map(({ group }) => group))].map((name) => ({
  name,
  pages: settingsPages.filter(({ group }) => group === name),
}));

interface Props {
  path: string;
  children: ReactNode;
}

/** Shows the sidebar of the settings and the current page. The sidebar stays mounted between pages. */
export function SettingsFrame({ path, children }: Props) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const { sidebarWidth } = useSnapshot(preferences.state);
  const { hidesControls } = useSnapshot(app.state);
  const closeDrawer = useCallback(() => setIsDrawerOpen(false), []);
  // The links are hidden, but their URLs still work.
  const shownGroups = groups.filter(({ name }) => !(hidesControls && name === 'Sync'));
  const current = path.replace(/\/$/, '');
  const paths: string[] = shownGroups.flatMap(({ pages }) => pages.map((page) => page.path));
  const list = useRef<HTMLElement>(null);
  const { stop, ...roving } = useCursor({
    count: paths.length,
    keyAt: (index) => paths[index] ?? null,
    start: Math.max(paths.indexOf(current), 0),
    list,
  });
  return (
    <>
      <PageSidebar
        label="Settings"
        width={sidebarWidth}
        onResize={preferences.setSidebarWidth}
        isDrawerOpen={isDrawerOpen}
        onDrawerClose={closeDrawer}
        head={<p className={css.title}>Settings</p>}
      >
        <nav ref={list} className={css.root} aria-label="Settings pages" data-list {...roving}>
          {shownGroups.map(({ name, pages }) => (
            <div key={name} className={css.group}>
              <SidebarGroup>{name}</SidebarGroup>
              <ul>
                {pages.map((page) => (
                  <li key={page.path} className={css.line} data-index={paths.indexOf(page.path)}>
                    <SidebarLink
                      href={printHash(page.path)}
                      icon={page.icon}
                      isCurrent={page.path === current}
                      onFollow={closeDrawer}
                      end={page.path === '/settings/findings' && <FindingCount />}
                      tabIndex={page.path === paths[stop] ? 0 : -1}
                    >
                      {page.path === '/settings' ? 'Application' : page.name}
                    </SidebarLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </PageSidebar>
      <SidebarButton
        value={<IconButton icon={PanelLeft} label="Settings" onClick={() => setIsDrawerOpen(true)} />}
      >
        {children}
      </SidebarButton>
    </>
  );
}

const readFacts = async () => (await import('../app/entries/rules')).noteFacts();

/** The critical and high findings of the last run; before one, those that are known without a count. */
function FindingCount() {
  const { critical, high, isLeast } = useSnapshot(findingMarks.state);
  useEffect(() => {
    findingMarks.read();
    // A failure is silent: the page works without the number.
    const marks = findingMarks.state;
    if (marks.critical === null || marks.isLeast) void readFacts().catch(() => {});
  }, []);
  const count = (critical ?? 0) + high;
  if (count === 0) return null;
  const more = isLeast ? ' or more' : '';
  return (
    <span className={css.count} data-tooltip={`${critical ?? 0} critical, ${high} high${more}`}>
      <Badge kind="danger">
        {count}
        {more}
        <span className="visuallyHidden"> critical or high findings</span>
      </Badge>
    </span>
  );
}
