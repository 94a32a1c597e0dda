import type { LucideIcon } from 'lucide-react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { hasModifier } from '../../base/keys';
import { Badge, type BadgeKind } from '../basics/Badge';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import css from './Tabs.module.css';

interface Tab {
  key: string;
  label: string;
  hasErrors?: boolean | undefined;
  /** A number after the label, and what it counts. */
  count?: { icon: LucideIcon; value: number; meaning: string; kind: BadgeKind } | undefined;
}

interface TabsProps {
  tabs: readonly Tab[];
  current: string;
  onChange: (key: string) => void;
  /** The accessible name of the tab list. */
  label?: string | undefined;
  /** For a panel that is rendered elsewhere: the `tabsId` of its `TabPanel`. */
  id?: string | undefined;
  /** The content of the current tab, directly below; otherwise see `TabPanel`. */
  children?: ReactNode;
}

/**
 * A row of tabs; the line under them slides to the current one. Arrow keys, Home and End move between tabs.
 */
export function Tabs({ tabs, current, onChange, label, id, children }: TabsProps) {
  const ownId = useId();
  const tabsId = id ?? ownId;
  const row = useRef<HTMLDivElement>(null);
  const line = useRef<HTMLSpanElement>(null);

  const words = tabs.map((tab) => [tab.label, tab.hasErrors, tab.count?.value].join(' ')).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current tab may lie elsewhere now
  useLayoutEffect(() => moveLine(row.current, line.current), [current, words]);

  useEffect(() => {
    if (!row.current) return;
    // The line moves when a font loads late, the text size changes, or a narrower row wraps its tabs.
    const watcher = new ResizeObserver(() => moveLine(row.current, line.current));
    watcher.observe(row.current);
    for (const tab of row.current.querySelectorAll('[role="tab"]')) watcher.observe(tab);
    return () => watcher.disconnect();
  }, []);

  const handleKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === current);
    const last = tabs.length - 1;
    const wanted = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const tab = wanted === undefined ? undefined : tabs[wanted];
    if (!tab || hasModifier(event)) return;
    event.preventDefault();
    row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[tabs.indexOf(tab)]?.focus();
    onChange(tab.key);
  };

  return (
    <>
      <div
        ref={row}
        className={joinClasses(css.root, children === undefined && css.isBar)}
        role="tablist"
        aria-label={label}
        onKeyDown={handleKeyDown}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            className={css.tab}
            id={`${tabsId}-${tab.key}`}
            aria-selected={tab.key === current}
            aria-controls={tab.key === current ? `${tabsId}-panel` : undefined}
            aria-describedby={notesOf(tab) ? `${tabsId}-${tab.key}-notes` : undefined}
            data-tooltip={notesOf(tab) || undefined}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            <span className={css.text}>
              {tab.label}
              {tab.hasErrors && <Icon of={CircleAlert} size="small" />}
              {tab.count && (
                <span aria-hidden>
                  <Badge kind={tab.count.kind}>
                    <Icon of={tab.count.icon} size={11} />
                    {tab.count.value}
                  </Badge>
                </span>
              )}
            </span>
          </button>
        ))}
        <span ref={line} className={css.line} aria-hidden />
      </div>
      {tabs.map((tab) => (
        <span key={tab.key} id={`${tabsId}-${tab.key}-notes`} hidden>
          {notesOf(tab)}
        </span>
      ))}
      {children !== undefined && (
        <TabPanel tabsId={tabsId} current={current}>
          {children}
        </TabPanel>
      )}
    </>
  );
}

const notesOf = ({ hasErrors, count }: Tab) =>
  [hasErrors && 'Has errors', count?.meaning].filter(Boolean).join(', ');

interface TabPanelProps {
  /** The `id` of its `Tabs`. */
  tabsId: string;
  current: string;
  /** True while there are no tabs. The content stays when they appear. */
  isAlone?: boolean;
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

export function TabPanel({ tabsId, current, isAlone = false, ref, children }: TabPanelProps) {
  const ofTab = {
    className: css.panel,
    id: `${tabsId}-panel`,
    role: 'tabpanel',
    'aria-labelledby': `${tabsId}-${current}`,
  };
  return (
    <div ref={ref} {...(!isAlone && ofTab)}>
      {children}
    </div>
  );
}

function moveLine(row: HTMLElement | null, line: HTMLElement | null): void {
  const tab = row?.querySelector<HTMLElement>('[aria-selected="true"]');
  if (!tab || !line) return;
  line.style.left = `${tab.offsetLeft}px`;
  line.style.top = `${tab.offsetTop + tab.offsetHeight}px`;
  line.style.width = `${tab.offsetWidth}px`;
}
