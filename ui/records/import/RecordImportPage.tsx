import Check from 'lucide-react/icons/check';
import Database from 'lucide-react/icons/database';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import FileUp from 'lucide-react/icons/file-up';
import PanelLeft from 'lucide-react/icons/panel-left';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { focusPage } from '../../base/focus';
import { printHash, type Query } from '../../base/hash';
import { countOf, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { FileSize } from '../../kit/basics/FileSize';
import { Icon } from '../../kit/basics/Icon';
import { IconButton } from '../../kit/basics/IconButton';
import { joinClasses } from '../../kit/basics/joinClasses';
import { TimeAgo } from '../../kit/basics/TimeAgo';
import { useProgress } from '../../kit/basics/useProgress';
import { FileButton } from '../../kit/form/FileButton';
import { FileDrop } from '../../kit/form/FileDrop';
import { EmptyState } from '../../kit/layout/EmptyState';
import { LoadFailure } from '../../kit/layout/LoadFailure';
import { Note } from '../../kit/layout/Note';
import { Page, type PageProps } from '../../kit/layout/Page';
import { type Collection, collectionTypeOf } from '../../model/collection';
import * as collections from '../../page/collections';
import { register } from '../../page/commands';
import * as unsaved from '../../page/forms/unsaved';
import * as toasts from '../../page/toasts';
import { CollectionsSidebar } from '../CollectionsSidebar';
import { unknownFormat } from '../tables/table';
import { CheckBar, CheckStep } from './CheckStep';
import { ColumnsBar, ColumnsStep } from './ColumnsStep';
import { acceptedFiles, takeDropped, viewRefusal } from './importFiles';
import { createImportRun, type ImportRun, leaveQuestion } from './importRun';
import css from './RecordImportPage.module.css';
import { RunBar, RunStep } from './RunStep';
import { createRecordImportForm, type ImportStep, type RecordImportForm } from './recordImportForm';

interface Props {
  query: Query;
}

export function RecordImportPage({ query }: Props) {
  const { all } = useSnapshot(collections.state);
  const collection = all.length > 0 ? collections.find(query['collectionId'] ?? '') : undefined;
  return <ImportPage collection={collection} title="Import records" />;
}

/** The import of a file that becomes a new collection. */
export function FileCollectionPage() {
  return <ImportPage collection={null} title="New collection from a file" />;
}

interface ImportPageProps {
  /** Null: the file becomes a new one. Undefined: there is no such collection. */
  collection: Collection | null | undefined;
  title: string;
}

function ImportPage({ collection, title }: ImportPageProps) {
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const { isLoaded, loadError, isLoading } = useSnapshot(collections.state);
  const frame = {
    crumbs: [
      { label: 'Collections', href: printHash('/collections') },
      ...(collection
        ? [
            {
              label: collection.name,
              isName: true,
              href: printHash('/collections', { collectionId: collection.id }),
            },
          ]
        : []),
    ],
    title,
    sidebarButton: <IconButton icon={PanelLeft} label="Collections" onClick={() => setIsDrawerOpen(true)} />,
  };
  const canImport = collection ? collectionTypeOf(collection) !== 'view' : collection === null && isLoaded;
  return (
    <>
      <CollectionsSidebar
        activeId={collection?.id ?? ''}
        isDrawerOpen={isDrawerOpen}
        onDrawerClose={() => setIsDrawerOpen(false)}
      />
      {canImport ? (
        <CollectionImport key={collection?.id} collection={collection ?? null} frame={frame} />
      ) : (
        <Page {...frame} isLoading={isLoading}>
          {loadError && !isLoaded ? (
            <LoadFailure
              title="The collections could not be loaded."
              reason={loadError.message}
              isBusy={isLoading}
              onRetry={() => void collections.load()}
            />
          ) : (
            <EmptyState icon={Database} title={titleOf(isLoaded, collection)} role="status" />
          )}
        </Page>
      )}
    </>
  );
}

function titleOf(isLoaded: boolean, collection: Collection | null | undefined): string {
  if (!isLoaded) return 'Loading collections...';
  return collection ? viewRefusal : 'There is no such collection.';
}

interface CollectionImportProps {
  /** Null: the file becomes a new one. */
  collection: Collection | null;
  frame: Pick<PageProps, 'crumbs' | 'title' | 'sidebarButton'>;
}

function CollectionImport({ collection, frame }: CollectionImportProps) {
  const [form] = useState(() => createRecordImportForm(collection));
  const [run] = useState(() => createImportRun(form.collection));
  const { step, isReading, isChecking } = useSnapshot(form.state);
  const { isShown, isBusy } = useSnapshot(run.state);
  const shown = isShown ? 'import' : step;

  const isFirst = useRef(true);
  // Compares the id, because each load of the collections makes new objects, and the run must go on.
  const id = collection?.id;

  useEffect(() => {
    const file = id === undefined ? null : takeDropped(id);
    if (file) void form.open(file);
    void form.loadUnfinished();
    return () => {
      form.close();
      run.stop();
    };
  }, [form, run, id]);
  useEffect(() => unsaved.watch(() => form.state.table !== null && !run.state.isShown), [form, run]);
  useEffect(() => unsaved.watch(() => run.state.isBusy, { question: leaveQuestion }), [run]);

  useEffect(
    () =>
      register({
        id: 'nextStep',
        title: 'Next step',
        group: 'page',
        keys: 'Mod+Enter',
        isHeardInInputs: true,
        run: () => document.querySelector<HTMLElement>('[data-primary]')?.click(),
      }),
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus was removed
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else focusPage();
  }, [shown]);

  function handleFile(file: File) {
    run.leave();
    void form.open(file);
  }

  return (
    <Page
      {...frame}
      isLoading={isReading || isChecking || isBusy}
      actions={
        shown !== 'file' &&
        !isBusy && (
          <FileButton
            icon={FileUp}
            text="Another file"
            label="File to import"
            accept={acceptedFiles}
            onFile={handleFile}
          />
        )
      }
      bar={barOf(shown, form, run)}
    >
      <ImportSteps form={form} current={shown} />
      {(shown === 'columns' || shown === 'check') && <EarlierNote form={form} />}
      {shown === 'file' && <FileStep form={form} />}
      {shown === 'columns' && <ColumnsStep form={form} />}
      {shown === 'check' && <CheckStep form={form} />}
      {shown === 'import' && <RunStep run={run} />}
    </Page>
  );
}

function barOf(step: ImportStep, form: RecordImportForm, run: ImportRun) {
  switch (step) {
    case 'columns':
      return <ColumnsBar form={form} />;
    case 'check':
      return <CheckBar form={form} run={run} />;
    case 'import':
      return <RunBar form={form} run={run} />;
    default:
      return undefined;
  }
}

const steps: readonly (readonly [ImportStep, string])[] = [
  ['file', 'File'],
  ['columns', 'Columns'],
  ['check', 'Check'],
  ['import', 'Import'],
];

function ImportSteps({ form, current }: { form: RecordImportForm; current: ImportStep }) {
  const { file, table } = useSnapshot(form.state);
  const place = steps.findIndex(([step]) => step === current);
  return (
    <div className={css.steps}>
      <ol aria-label="Steps">
        {steps.map(([step, label], at) => (
          <li
            key={step}
            className={joinClasses(css.step, at === place && css.isCurrent, at < place && css.isDone)}
            aria-current={at === place ? 'step' : undefined}
          >
            <b aria-hidden>{at < place ? <Icon of={Check} size="small" /> : at + 1}</b>
            <span>{label}</span>
          </li>
        ))}
      </ol>
      {file && table && (
        <span className={`onlyWide ${css.file}`}>
          <Icon of={FileSpreadsheet} size="small" />
          <code className="ellipsis" translate="no">
            {file.name}
          </code>
          <span>{countOf(table.rows.length, 'row')}</span>
          <FileSize bytes={file.size} />
        </span>
      )}
    </div>
  );
}

/** Says that this file was imported in part, and how the import goes on. */
function EarlierNote({ form }: { form: RecordImportForm }) {
  const { earlier, options, plan } = useSnapshot(form.state);
  const act = earlier?.act;
  if (!act || !options || !plan) return null;
  const isContinued = form.isContinued();
  return (
    <Note
      kind={isContinued ? 'info' : 'warning'}
      actions={
        <>
          {!isContinued && (
            <Button size="small" onClick={() => void form.continueEarlier()}>
              Use those choices
            </Button>
          )}
          <Button size="small" writes onClick={() => void form.undoUnfinished(act)}>
            Undo it
          </Button>
        </>
      }
    >
      {isContinued
        ? `The import of this file stopped after at most ${printCount(act.recordCount)} of ${countOf(act.import?.total ?? 0, 'row')}. It continues without duplicates.`
        : 'This file was imported in part, with other choices. With these it begins anew, and rows can be added twice.'}
    </Note>
  );
}

/** Takes a file, or cells of the clipboard, and lists the unfinished imports. */
function FileStep({ form }: { form: RecordImportForm }) {
  const { isReading, rowsRead, fileFault } = useSnapshot(form.state);
  const reading = `Reading ${countOf(rowsRead, 'row')}...`;
  useProgress(reading, isReading);

  useEffect(() => {
    const handlePaste = ({ target, clipboardData }: globalThis.ClipboardEvent) => {
      const isInput = target instanceof Element && target.closest('input, textarea, [contenteditable]');
      const text = clipboardData?.getData('text/plain') ?? '';
      if (!isInput && text.trim() !== '') void form.paste(text);
    };
    document.addEventListener('paste', handlePaste);
    return () => document.removeEventListener('paste', handlePaste);
  }, [form]);

  function handleFiles([file]: File[], leftOut: File[]) {
    if (file) void form.open(file);
    else if (leftOut.length > 0) toasts.error(unknownFormat);
  }

  return (
    <div className={css.scroll}>
      <div className={css.pad}>
        <Unfinished form={form} />
        {fileFault && (
          <Note kind="danger" role="alert">
            {fileFault}
          </Note>
        )}
        <FileDrop accept={acceptedFiles} freePlaces={1} isDisabled={isReading} onFiles={handleFiles}>
          <div className={css.drop}>
            {isReading ? (
              <EmptyState icon={FileUp} title={reading} />
            ) : (
              <EmptyState
                icon={FileUp}
                title="Drop a CSV, TSV, JSON or JSON Lines file here"
                reason="or paste copied cells (Ctrl V)"
              >
                <FileButton
                  icon={FileUp}
                  text="Choose file"
                  label="File to import"
                  accept={acceptedFiles}
                  onFile={(file) => void form.open(file)}
                />
              </EmptyState>
            )}
          </div>
        </FileDrop>
      </div>
    </div>
  );
}

function Unfinished({ form }: { form: RecordImportForm }) {
  const unfinished = useSnapshot(form.state).unfinished;
  return unfinished.map((act) => (
    <Note
      key={act.id}
      kind="info"
      actions={
        <Button size="small" writes onClick={() => void form.undoUnfinished(act)}>
          Undo
        </Button>
      }
    >
      <b translate="no">{act.title}</b> stopped after at most {printCount(act.recordCount)} of{' '}
      {countOf(act.import?.total ?? 0, 'row')}. Choose the same file again to continue. It began{' '}
      <TimeAgo date={act.at} />.
    </Note>
  ));
}
