import PanelLeft from 'lucide-react/icons/panel-left';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { printHash } from '../base/hash';
import { Badge } from '../kit/basics/Badge';
import { IconButton } from '../kit/basics/IconButton';
import { PageSidebar } from '../kit/layout/PageSidebar';
import { SettingsPage, SidebarButton } from '../kit/layout/SettingsPage';
import { SidebarGroup, SidebarLink } from '../kit/layout/SidebarLink';
import { useCursor } from '../kit/table/useCursor';
import * as capabilities from '../page/capabilities';
import { can } from '../page/capabilities';
import { NotHere } from '../page/NotHere';
import * as app from '../page/pageTitle';
import * as preferences from '../page/preferences';
import * as findingMarks from '../rules/findings/findingMarks';
import css from './SettingsFrame.module.css';
import { linkedPages, settingsPages } from './settingsPages';

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
  // Draws again when the version of the server becomes known, because it decides which pages have links.
  useSnapshot(capabilities.state).version;
  const linked = linkedPages(hidesControls);
  const current = path.replace(/\/$/, '');
  const page = settingsPages.find((one) => one.path === current);
  const paths: string[] = linked.map((one) => one.path);
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
          {[...new Set(linked.map(({ group }) => group))].map((group) => (
            <div key={group} className={css.group}>
              <SidebarGroup>{group}</SidebarGroup>
              <ul>
                {linked
                  .filter((one) => one.group === group)
                  .map((one) => (
                    <li key={one.path} className={css.line} data-index={paths.indexOf(one.path)}>
                      <SidebarLink
                        href={printHash(one.path)}
                        icon={one.icon}
                        isCurrent={one.path === current}
                        onFollow={closeDrawer}
                        end={one.path === '/settings/findings' && <FindingCount />}
                        tabIndex={one.path === paths[stop] ? 0 : -1}
                      >
                        {one.path === '/settings' ? 'Application' : one.name}
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
        {page?.needs && !can(page.needs) ? (
          <SettingsPage title={page.name} bar={null}>
            <div className={css.notHere}>
              <NotHere ability={page.needs} />
            </div>
          </SettingsPage>
        ) : (
          children
        )}
      </SidebarButton>
    </>
  );
}

const readFacts = async () => (await import('../app/entries/rules')).noteFacts();

/** The number of critical and high findings of the last run; before a run, of those that need no count of records. */
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
