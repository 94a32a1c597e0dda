import CircleCheck from 'lucide-react/icons/circle-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import Copy from 'lucide-react/icons/copy';
import SearchX from 'lucide-react/icons/search-x';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { Badge } from '../../../components/basics/Badge';
import { Button } from '../../../components/basics/Button';
import { Icon } from '../../../components/basics/Icon';
import { RefreshButton } from '../../../components/basics/RefreshButton';
import { ListSearch } from '../../../components/form/ListSearch';
import { Segments } from '../../../components/form/Segments';
import { EmptyState } from '../../../components/page/EmptyState';
import { LoadFailure } from '../../../components/page/LoadFailure';
import { type Finding, type Outcome, severities } from '../../../model/findings/finding';
import { loadChunk } from '../../../platform/chunks';
import { countOf, printCount } from '../../../platform/text';
import * as findingMarks from '../../../state/findingMarks';
import { createFindings } from '../../../state/findings';
import { openPanel } from '../../../state/panels';
import { LoadingFields } from '../LoadingFields';
import { SettingsPage } from '../SettingsPage';
import { useLoading } from '../useLoading';
import { AcceptPopup } from './AcceptPopup';
import { copyWithMessage } from './copyWithMessage';
import { FindingItem } from './FindingItem';
import css from './FindingsPage.module.css';
import { severityLooks } from './severityLooks';
import {
  isInView,
  matches,
  type SortedFindings,
  sortFindings,
  textOfAll,
  textOfFinding,
  textOfPassed,
  textOfUnjudged,
  type View,
  views,
  withSeverity,
} from './shownFindings';

const viewNames: Readonly<Record<View, string>> = {
  open: 'Open',
  critical: 'Critical',
  high: 'High',
  accepted: 'Accepted',
  passed: 'Passed',
};

const loadChecks = async () => (await loadChunk(() => import('../../../chunks/findingChecks'))).findAll;

/** Checks collections, settings, backups and admins, and lists what was found. */
export function FindingsPage() {
  const [findings] = useState(() => createFindings(loadChecks));
  const [view, setView] = useState<View>('open');
  const [search, setSearch] = useState('');
  const [accepting, setAccepting] = useState<Finding | null>(null);
  const { status, loadError, isRunning, collectionCount, calls, left, took } = useSnapshot(findings.state);
  const outcomes = useSnapshot(findings.state).outcomes as readonly Outcome[];
  const { accepted } = useSnapshot(findingMarks.state);
  const sorted = useMemo(() => sortFindings(outcomes, accepted), [outcomes, accepted]);

  useLoading(findings);
  useEffect(findingMarks.read, []);

  const critical = withSeverity(sorted.open, 'critical').length;
  const high = withSeverity(sorted.open, 'high').length;
  const isDone = status === 'ready' && !isRunning;
  useEffect(() => {
    if (isDone) findingMarks.setCounts(critical, high);
  }, [isDone, critical, high]);

  async function openPlace({ place: { collectionId, at, indexed } }: Finding) {
    if (collectionId === undefined) return;
    if (await openPanel('collectionEditor', { collectionId, at, indexed })) void findings.load();
  }

  const counts: Readonly<Record<View, number>> = {
    open: sorted.open.length,
    critical,
    high,
    accepted: sorted.accepted.length,
    passed: sorted.passed.length,
  };
  const isReady = status === 'ready';
  return (
    <SettingsPage
      title="Findings"
      isLoading={isRunning}
      headerStart={<RefreshButton label="Check again" onClick={() => void findings.load()} />}
      actions={
        <>
          {isRunning && left > 0 && <Button onClick={findings.stop}>Stop</Button>}
          {isReady && (
            <Button icon={Copy} onClick={() => void copyWithMessage(textOfAll(sorted))}>
              Copy<span className="onlyWide"> as text</span>
            </Button>
          )}
        </>
      }
      footer={
        isReady && (
          <span role="status">
            {isRunning && left > 0 ? (
              `Counting: ${printCount(left)} left...`
            ) : (
              <>
                {outcomes.length} checks
                <span className="onlyWide">
                  {' '}
                  of {countOf(collectionCount, 'collection')} and the settings
                </span>
                , {counts.passed} passed, {counts.accepted} accepted
                <span className="onlyWide">
                  . {countOf(calls, 'call')}, {(took / 1000).toFixed(1)} s.
                </span>
              </>
            )}
          </span>
        )
      }
    >
      {status === 'failed' ? (
        <LoadFailure
          title={
            loadError?.status === 403 ? 'You may not read the collections.' : 'Nothing could be checked.'
          }
          reason={loadError?.message}
          isDenied={loadError?.status === 403}
          isBusy={isRunning}
          onRetry={() => void findings.load()}
        />
      ) : (
        <>
          <ListSearch placeholder="Collection, rule or setting..." value={search} onChange={setSearch}>
            <Segments
              label="Show"
              value={view}
              onChange={setView}
              segments={views.map((value) => ({
                value,
                label: viewNames[value],
                count: isReady ? counts[value] : undefined,
              }))}
            />
          </ListSearch>
          {/* Passed checks have no button, so the keys that scroll need a focus. */}
          <section className={css.scroll} aria-label="Results" tabIndex={view === 'passed' ? 0 : undefined}>
            {isReady ? (
              <Shown
                sorted={sorted}
                view={view}
                search={search.trim()}
                accepted={accepted}
                isBusy={isRunning}
                onOpenPlace={(finding) => void openPlace(finding)}
                onAccept={setAccepting}
                onRetry={() => void findings.load()}
                onClear={() => setSearch('')}
              />
            ) : (
              <LoadingFields count={6} />
            )}
          </section>
        </>
      )}
      {accepting && <AcceptPopup finding={accepting} onClose={() => setAccepting(null)} />}
    </SettingsPage>
  );
}

interface ShownProps {
  sorted: SortedFindings;
  view: View;
  search: string;
  accepted: Readonly<Record<string, string>>;
  isBusy: boolean;
  onOpenPlace: (finding: Finding) => void;
  onAccept: (finding: Finding) => void;
  onRetry: () => void;
  onClear: () => void;
}

function Shown({ sorted, view, search, accepted, isBusy, ...acts }: ShownProps) {
  const isWhole = view === 'open';
  const some = view === 'accepted' ? sorted.accepted : view === 'passed' ? [] : sorted.open;
  const found = some.filter(
    (finding) => isInView(view, finding.severity) && matches(textOfFinding(finding), search),
  );
  const passed = view === 'passed' ? sorted.passed.filter((one) => matches(textOfPassed(one), search)) : [];
  const failed = isWhole ? sorted.failed.filter(({ error }) => matches(error, search)) : [];
  const unjudged = isWhole ? sorted.unjudged.filter((one) => matches(textOfUnjudged(one), search)) : [];

  if (found.length + passed.length + failed.length + unjudged.length === 0) {
    return search === '' ? (
      <EmptyState icon={ShieldCheck} title="Nothing found." role="status" />
    ) : (
      <EmptyState icon={SearchX} title="Nothing was found." role="status">
        <Button onClick={acts.onClear}>Clear search</Button>
      </EmptyState>
    );
  }
  return (
    <>
      {failed.length > 0 && (
        <Group badge={<Badge kind="danger">Not checked</Badge>} count={failed.length}>
          {failed.map(({ error, outcomes }) => (
            <Line key={error} icon={CircleQuestionMark} title={`Could not be checked: ${error}`}>
              <p className={css.why}>
                So it is not known whether this holds: {outcomes.map((outcome) => outcome.passed).join(' ')}
              </p>
              <Button size="small" isBusy={isBusy} onClick={acts.onRetry}>
                Retry
              </Button>
            </Line>
          ))}
        </Group>
      )}
      {severities.map((severity) => {
        const findings = withSeverity(found, severity);
        const { icon, name, badge } = severityLooks[severity];
        if (findings.length === 0) return null;
        const mark = (
          <span className={severity === 'critical' ? css.solid : undefined}>
            <Badge kind={badge}>
              <Icon of={icon} size={12} />
              {name}
            </Badge>
          </span>
        );
        return (
          <Group key={severity} badge={mark} count={findings.length}>
            {findings.map((finding) => (
              <FindingItem
                key={finding.key}
                finding={finding}
                note={view === 'accepted' ? accepted[finding.key] : undefined}
                onOpenPlace={() => acts.onOpenPlace(finding)}
                onAccept={() => acts.onAccept(finding)}
                onReopen={() => findingMarks.reopen(finding.key)}
              />
            ))}
          </Group>
        );
      })}
      {unjudged.length > 0 && (
        <Group badge={<Badge>Not checked</Badge>} count={unjudged.length}>
          {unjudged.map((outcome) => (
            <Line key={outcome.id} icon={CircleQuestionMark} title={outcome.passed}>
              <p className={css.why}>This could not be checked everywhere:</p>
              <ul className={css.why}>
                {outcome.unjudged.map(({ place, reason }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
                  <li key={at}>
                    <b translate="no">{place}</b>: <span translate="no">{reason}</span>
                  </li>
                ))}
              </ul>
            </Line>
          ))}
        </Group>
      )}
      {passed.length > 0 && (
        <Group badge={<Badge kind="success">Passed</Badge>} count={passed.length}>
          {passed.map(({ id, passed: sentence, looked }) => (
            <Line key={id} icon={CircleCheck} title={sentence}>
              <p className={css.why}>Looked at {looked}.</p>
            </Line>
          ))}
        </Group>
      )}
    </>
  );
}

function Group({ badge, count, children }: { badge: ReactNode; count: number; children: ReactNode }) {
  return (
    <section className={css.group}>
      <h2>
        {badge} <span className={css.count}>{count}</span>
      </h2>
      <ul>{children}</ul>
    </section>
  );
}

interface LineProps {
  icon: typeof CircleCheck;
  title: string;
  children: ReactNode;
}

function Line({ icon, title, children }: LineProps) {
  return (
    <li className={css.finding}>
      <span className={icon === CircleCheck ? css.success : css.count}>
        <Icon of={icon} />
      </span>
      <div className={css.body}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
