import Copy from 'lucide-react/icons/copy';
import { useEffect, useMemo, useState } from 'react';
import { useSnapshot } from 'valtio';
import { countOf, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { RefreshButton } from '../../kit/basics/RefreshButton';
import { Field } from '../../kit/form/Field';
import { ListSearch } from '../../kit/form/ListSearch';
import { Segments } from '../../kit/form/Segments';
import { TextArea } from '../../kit/form/TextArea';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { LoadingFields } from '../../kit/layout/Loading';
import { SettingsPage } from '../../kit/layout/SettingsPage';
import { FormPopup } from '../../kit/overlay/FormPopup';
import { copyWithMessage } from '../../page/copyWithMessage';
import { createForm } from '../../page/forms/form';
import * as unsaved from '../../page/forms/unsaved';
import { openPanel } from '../../page/panels';
import { useLoading } from '../../page/useLoading';
import { type Finding, textOfSentence } from './checks/finding';
import { FindingGroups } from './FindingGroups';
import css from './FindingsPage.module.css';
import * as findingMarks from './findingMarks';
import { createFindings } from './findings';
import { sortFindings, textOfAll, type View, views, withSeverity } from './shownFindings';

const viewNames: Readonly<Record<View, string>> = {
  open: 'Open',
  accepted: 'Accepted',
  passed: 'Passed',
};

export function FindingsPage() {
  const [findings] = useState(createFindings);
  const [view, setView] = useState<View>('open');
  const [search, setSearch] = useState('');
  const [accepting, setAccepting] = useState<Finding | null>(null);
  const { status, loadError, isRunning, left } = useSnapshot(findings.state);
  const outcomes = useSnapshot(findings.state).outcomes;
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
            {isRunning && left > 0
              ? `Counting: ${printCount(left)} left...`
              : `${counts.passed} of ${countOf(outcomes.length, 'check')} passed.`}
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
          {/* Passed checks have no button that could take the focus, so the list itself takes it for the keys that scroll. */}
          <section className={css.scroll} aria-label="Results" tabIndex={view === 'passed' ? 0 : undefined}>
            {isReady ? (
              <FindingGroups
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

function AcceptPopup({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const [form] = useState(() =>
    createForm({
      initial: { note: '' },
      save: async ({ note }) => findingMarks.accept(finding.key, note.trim()),
    }),
  );
  const { note } = useSnapshot(form.state.values, { sync: true });

  return (
    <FormPopup
      form={form}
      watch={unsaved.watch}
      mayLose={unsaved.mayLose}
      title="Accept a finding"
      submitLabel="Accept"
      onClose={onClose}
    >
      <p translate="no">{textOfSentence(finding.title)}</p>
      <Field
        label="Note"
        help="Kept in this browser. The finding comes back when the rules or values behind it change."
      >
        {(control) => (
          <TextArea
            {...control}
            data-autofocus
            placeholder="Why is this acceptable?"
            maxLength={1000}
            value={note}
            onChange={(text) => form.set('note', text)}
          />
        )}
      </Field>
    </FormPopup>
  );
}
