import { useSnapshot } from 'valtio';
import { Button } from '../../../components/basics/Button';
import { Note } from '../../../components/page/Note';
import css from './ImportNotes.module.css';
import type { ImportForm } from './importForm';

/** More are told of by their number alone. */
const mostLines = 100;

/** What is special about the text, each with the one click that deals with it. */
export function ImportNotes({ form }: { form: ImportForm }) {
  const { read, losses } = useSnapshot(form.state);
  return (
    <>
      {losses.length > 0 && (
        <Note kind="warning" role="status">
          <p>Converted from the format of a newer server. This has no place here:</p>
          <Lines
            lines={losses.map(({ collection, field, text }) => `${placeText(collection, field)}: ${text}`)}
          />
        </Note>
      )}
      {read && read.newer.length > 0 && (
        <Note
          kind="warning"
          role="status"
          actions={
            <Button size="small" onClick={form.convert}>
              Convert
            </Button>
          }
        >
          These collections are in the format of a newer server ({read.newer.length} of{' '}
          {read.collections.length}). They can be imported once they are converted; what has no place here is
          told line by line.
        </Note>
      )}
      {read && read.duplicates.length > 0 && (
        <Note kind="warning" role="status">
          Left out, because a collection before them has the same id: {read.duplicates.join(', ')}.
        </Note>
      )}
      {read && read.repairs.length > 0 && (
        <Note
          kind="warning"
          role="status"
          actions={
            <Button size="small" onClick={form.repair}>
              Repair
            </Button>
          }
        >
          <p>This comes from an older server, and today's would refuse it:</p>
          <Lines
            lines={read.repairs.map(
              ({ collection, field, text }) => `${placeText(collection, field)}: ${text}`,
            )}
          />
        </Note>
      )}
      {read && read.otherIds.length > 0 && (
        <Note
          kind="warning"
          role="status"
          actions={
            <Button size="small" onClick={form.useOriginalIds}>
              Replace with original ids
            </Button>
          }
        >
          <p>
            These exist here under the same name but another id, so they would be deleted and made anew, or
            refused:
          </p>
          <Lines
            lines={read.otherIds.map(
              ({ collection, field, importedId, originalId }) =>
                `${placeText(collection, field)}: ${importedId || 'no id'}, here ${originalId}`,
            )}
          />
        </Note>
      )}
      {read?.plan && read.plan.refusals.length > 0 && (
        <Note kind="danger" role="status">
          <p>This cannot be imported as it is:</p>
          <Lines lines={read.plan.refusals} />
        </Note>
      )}
    </>
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
