import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import { useEffect, useId, useState } from 'react';
import { useSnapshot } from 'valtio';
import { countOf, cut, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { useProgress } from '../../kit/basics/useProgress';
import { EmptyState } from '../../kit/layout/EmptyState';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Note } from '../../kit/layout/Note';
import { TabPanel, Tabs } from '../../kit/layout/Tabs';
import { collectionTypeOf } from '../../model/collection';
import { makeBackup, newestBackupLine } from '../../page/backups';
import { passwordNames } from '../values/recordValues';
import { FaultList } from './FaultList';
import type { CheckResult, FaultGroup } from './importCheck';
import type { ImportRun } from './importRun';
import css from './RecordImportPage.module.css';
import type { RecordImportForm } from './recordImportForm';
import { WrongTexts } from './WrongTexts';

const mostShown = 200;

/** Shows what the import would do. Nothing was written yet. */
export function CheckStep({ form }: { form: RecordImportForm }) {
  const { check, isChecking, checkedRows, checkFault, table, replacements } = useSnapshot(form.state);
  const [chosen, setTab] = useState('');
  const tabsId = useId();
  const checking = `Checking ${printCount(checkedRows)} of ${countOf(table?.rows.length ?? 0, 'row')}...`;
  useProgress(checking, isChecking);
  if (checkFault) {
    return (
      <LoadFailure
        title="The rows could not be checked."
        reason={checkFault}
        isBusy={isChecking}
        onRetry={() => void form.check()}
      />
    );
  }
  if (!check) {
    return (
      <EmptyState icon={Check} title={checking}>
        <Button onClick={form.stopCheck}>Stop</Button>
      </EmptyState>
    );
  }
  const result = check;
  const groups = withFixed(result.groups, replacements);
  const faulty = result.faults.size;
  // Errors that a person has replaced count as no error, but stay listed, so that the choice can be taken back.
  const tabs = [
    { key: 'faults', label: `Errors ${printCount(faulty)}`, isShown: groups.length > 0 },
    { key: 'new', label: `New ${printCount(result.news.length)}`, isShown: result.news.length > 0 },
    {
      key: 'changed',
      label: `Changed ${printCount(result.changed.length)}`,
      isShown: result.changed.length > 0,
    },
    { key: 'same', label: `Same ${printCount(result.same)}`, isShown: result.same > 0 },
  ].filter(({ isShown }) => isShown);
  const tab = (tabs.find(({ key }) => key === chosen) ?? tabs[0])?.key ?? 'faults';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it
    <section className={css.checks} data-scrollable aria-label="Checked rows" tabIndex={0}>
      <Tabs id={tabsId} label="Rows" tabs={tabs} current={tab} onChange={setTab} />
      <TabPanel tabsId={tabsId} current={tab}>
        <div className={css.pad}>
          {groups.length === 0 && (
            <Note kind="success">
              No problems in {countOf(result.news.length + result.changed.length + result.same, 'row')}.
            </Note>
          )}
          {tab === 'faults' && (
            <FaultList level={2} collection={form.collection} groups={groups}>
              {(group) => <WrongTexts form={form} group={group} />}
            </FaultList>
          )}
          {tab === 'new' && <NewRows result={result} isAuth={collectionTypeOf(form.collection) === 'auth'} />}
          {tab === 'changed' && <ChangedRows result={result} />}
          {tab === 'same' && <p>These rows equal their records, so they are not sent.</p>}
          {result.changed.length > 0 && <BackupNote count={result.changed.length} />}
        </div>
      </TabPanel>
    </section>
  );
}

type ShownGroup = FaultGroup & { fixed: number };

/** Adds the texts that a person has replaced, so that the choice can be taken back. */
function withFixed(
  groups: readonly FaultGroup[],
  replacements: RecordImportForm['state']['replacements'],
): ShownGroup[] {
  const shown = groups.map((group): ShownGroup => ({ ...group, fixed: 0 }));
  for (const [field, texts] of replacements) {
    if (texts.size === 0) continue;
    const [{ message = 'Invalid value.' } = {}] = [...texts.values()];
    const at = shown.findIndex((group) => group.field === field && group.message === message);
    const group = shown[at] ?? { field, message, rows: [], texts: new Map(), fixed: 0 };
    const fixed = [...texts.values()].reduce((sum, { rows }) => sum + rows.length, 0);
    const all = new Map([...group.texts, ...[...texts].map(([text, { rows }]) => [text, rows] as const)]);
    shown[at === -1 ? shown.length : at] = { ...group, texts: all, fixed };
  }
  return shown;
}

function print(value: unknown): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value), 100);
}

function NewRows({ result, isAuth }: { result: CheckResult; isAuth: boolean }) {
  return (
    <RowTable
      heads={['Row', 'Values']}
      total={result.news.length}
      rows={result.news.slice(0, mostShown).map(({ row, body }) => ({
        number: row.number,
        values: Object.entries(body)
          .filter(([name]) => !isAuth || !passwordNames.includes(name))
          .map(([name, value]) => `${name}: ${print(value)}`),
      }))}
    />
  );
}

function ChangedRows({ result }: { result: CheckResult }) {
  return (
    <RowTable
      heads={['Row', 'Record', 'Changes']}
      total={result.changed.length}
      rows={result.changed.slice(0, mostShown).map(({ row, id, changes }) => ({
        number: row.number,
        id,
        values: changes.map(
          ({ name, before, after }) =>
            `${name}: ${print(before) || '(empty)'} → ${print(after) || '(empty)'}`,
        ),
      }))}
    />
  );
}

interface RowTableProps {
  heads: readonly string[];
  total: number;
  rows: readonly { number: number; id?: string; values: readonly string[] }[];
}

function RowTable({ heads, total, rows }: RowTableProps) {
  return (
    <>
      <table className={css.texts}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {rows.map(({ number, id, values }) => (
            <tr key={number}>
              <td>{printCount(number)}</td>
              {id !== undefined && (
                <td>
                  <code translate="no">{id}</code>
                </td>
              )}
              <td>{values.join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > rows.length && (
        <p>
          The first {printCount(rows.length)} of {printCount(total)} are shown.
        </p>
      )}
    </>
  );
}

function BackupNote({ count }: { count: number }) {
  const [age, setAge] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    void newestBackupLine().then(setAge);
  }, []);

  async function handleBackup() {
    setIsBusy(true);
    await makeBackup();
    setAge(await newestBackupLine());
    setIsBusy(false);
  }

  return (
    <Note
      kind="warning"
      actions={
        <Button size="small" writes isBusy={isBusy} onClick={() => void handleBackup()}>
          Make a backup first
        </Button>
      }
    >
      {countOf(count, 'record changes', 'records change')}. {age}
    </Note>
  );
}

interface CheckBarProps {
  form: RecordImportForm;
  run: ImportRun;
}

export function CheckBar({ form, run }: CheckBarProps) {
  const { check, isChecking, table } = useSnapshot(form.state);
  const result = check;
  const sent = result ? result.news.length + result.changed.length : 0;
  const out = result?.faults.size ?? 0;

  function handleStart() {
    const prepared = form.prepare();
    if (prepared) void run.start(prepared);
  }

  return (
    <div className={css.bar}>
      <span role="status">
        {result && sent > 0 && (
          <>
            {countOf(sent, 'row')} will be imported
            {timeOf(sent, collectionTypeOf(form.collection) === 'auth')}
            {out > 0 && `, ${printCount(out)} left out`}.
          </>
        )}
        {result && sent === 0 && out === 0 && (
          <>All {countOf(table?.rows.length ?? 0, 'row')} equal their records.</>
        )}
        {result && sent === 0 && out > 0 && 'No row can be imported.'}
      </span>
      <span className={css.acts}>
        <Button kind="quiet" onClick={form.back}>
          Back
        </Button>
        {out > 0 && (
          <Button icon={Download} onClick={form.downloadFaulty}>
            Download {countOf(out, 'row')}
          </Button>
        )}
        {sent > 0 && result && (
          <Button kind="primary" data-primary writes disabled={isChecking} onClick={handleStart}>
            {form.isDraft() ? 'Create and import' : 'Import'} {countOf(sent, 'row')}
          </Button>
        )}
      </span>
    </div>
  );
}

/** A typical server saves about this many rows per second; users are slower, because it hashes their passwords. */
const recordsPerSecond = 150;
const usersPerSecond = 1.5;

function timeOf(rows: number, isAuth: boolean): string {
  const rowsPerSecond = isAuth ? usersPerSecond : recordsPerSecond;
  const minutes = Math.round(rows / rowsPerSecond / 60);
  return rows < rowsPerSecond * 10
    ? ''
    : minutes < 1
      ? ' in less than a minute'
      : ` in about ${countOf(minutes, 'minute')}`;
}
