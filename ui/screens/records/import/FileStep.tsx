import FileUp from 'lucide-react/icons/file-up';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { TimeAgo } from '../../../components/basics/TimeAgo';
import { useProgress } from '../../../components/basics/useProgress';
import { FileButton } from '../../../components/form/FileButton';
import { FileDrop } from '../../../components/form/FileDrop';
import { EmptyState } from '../../../components/page/EmptyState';
import { Note } from '../../../components/page/Note';
import { unknownFormat } from '../../../model/tables/table';
import { printCount } from '../../../platform/text';
import type { UnfinishedJob } from '../../../state/jobs/jobShelf';
import type { ImportJob } from '../../../state/jobs/writeJob';
import * as toasts from '../../../state/toasts';
import { UnfinishedJobNote } from '../UnfinishedJobNote';
import { acceptedFiles } from './importFiles';
import type { ImportRun } from './importRun';
import css from './RecordImportPage.module.css';
import type { RecordImportForm } from './recordImportForm';

interface Props {
  form: RecordImportForm;
  run: ImportRun;
}

/** Takes a file, or cells of the clipboard. Shows the imports that can go on or be taken back. */
export function FileStep({ form, run }: Props) {
  const { isReading, rowsRead, fileFault } = useSnapshot(form.state);
  const reading = `Reading ${printCount(rowsRead)} rows...`;
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
        <Unfinished run={run} />
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

/** The imports of this collection that can go on, or be taken back. */
function Unfinished({ run }: { run: ImportRun }) {
  const unfinished = useSnapshot(run.state).unfinished as readonly UnfinishedJob<ImportJob>[];
  return unfinished.map((one) => (
    <UnfinishedJobNote key={one.job.id} run={run} unfinished={one} onContinue={() => run.resume(one.job.id)}>
      <b translate="no">{one.job.fileName}</b>{' '}
      {one.isEnded
        ? `was imported: ${printCount(one.sent)} rows. `
        : `stopped after ${printCount(one.sent)} of ${printCount(one.job.total)} rows. `}
      It began <TimeAgo date={one.job.startedAt} />.
    </UnfinishedJobNote>
  ));
}
