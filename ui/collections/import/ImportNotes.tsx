import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Note } from '../../kit/layout/Note';
import type { CollectionImportForm } from './collectionImportForm';
import css from './ImportNotes.module.css';
import type { ImportPlan } from './plan/importPlan';

/** A longer list ends with the number of further lines. */
const mostLines = 100;

export function ImportNotes({ form }: { form: CollectionImportForm }) {
  const { read, losses } = useSnapshot(form.state);
  return (
    <>
      {losses.length > 0 && (
        <Note kind="warning" role="status">
          <p>Converted from the format of a newer server. This server does not support:</p>
          <Lines
            lines={losses.map(({ collection, field, text }) => `${placeText(collection, field)}: ${text}`)}
          />
        </Note>
      )}
      {read && read.newer.length > 0 && (
        <Offer text="Convert" onAccept={form.convert}>
          In the format of a newer server: {read.newer.length} of{' '}
          {countOf(read.collections.length, 'collection')}. Convert them first; you will see what is lost.
        </Offer>
      )}
      {read && read.upgraded.length > 0 && (
        <Note kind="info" role="status">
          In the format of PocketBase 0.22: {read.upgraded.length} of{' '}
          {countOf(read.collections.length, 'collection')}. The import converts them.
        </Note>
      )}
      {read && read.duplicates.length > 0 && (
        <Note kind="warning" role="status">
          Skipped because an earlier collection has the same id: {read.duplicates.join(', ')}.
        </Note>
      )}
      {read && read.older.length > 0 && (
        <Note kind="warning" role="status">
          <p>
            From a server before 0.14 (2023). This server makes no index for its unique fields, and may refuse
            other parts. Update that server, and export again:
          </p>
          <Lines lines={read.older} />
        </Note>
      )}
      {read && read.otherIds.length > 0 && (
        <Offer text="Replace with original ids" onAccept={form.useOriginalIds}>
          <p>
            These exist here with the same name but a different id. The import would delete and recreate them,
            or be refused:
          </p>
          <Lines
            lines={read.otherIds.map(
              ({ collection, field, importedId, originalId }) =>
                `${placeText(collection, field)}: ${importedId || 'no id'}, here ${originalId}`,
            )}
          />
        </Offer>
      )}
      {read?.plan && <Refusals plan={read.plan} />}
    </>
  );
}

/** Shows why the plan must not be sent; nothing if it may be. */
export function Refusals({ plan: { refusals } }: { plan: Pick<ImportPlan, 'refusals'> }) {
  if (refusals.length === 0) return null;
  return (
    <Note kind="danger" role="status">
      <p>This cannot be imported as it is:</p>
      <Lines lines={refusals} />
    </Note>
  );
}

interface OfferProps {
  text: string;
  onAccept: () => void;
  children: ReactNode;
}

function Offer({ text, onAccept, children }: OfferProps) {
  return (
    <Note
      kind="warning"
      role="status"
      actions={
        <Button size="small" onClick={onAccept}>
          {text}
        </Button>
      }
    >
      {children}
    </Note>
  );
}

const placeText = (collection: string, field: string | null) =>
  field ? `${collection}.${field}` : collection;

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={css.lines}>
      {lines.slice(0, mostLines).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
        <li key={place}>{line}</li>
      ))}
      {lines.length > mostLines && <li>And {lines.length - mostLines} more.</li>}
    </ul>
  );
}
