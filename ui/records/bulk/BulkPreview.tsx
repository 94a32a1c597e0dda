import { useDeferredValue } from 'react';
import { useSnapshot } from 'valtio';
import { countOf, printCount } from '../../base/text';
import { joinClasses } from '../../kit/basics/joinClasses';
import { Note } from '../../kit/layout/Note';
import { type Collection, fieldOf } from '../../model/collection';
import type { SchemaField } from '../../model/field';
import { displayText } from '../../model/recordName';
import { holdsChoices, holdsRecords } from '../../model/types/fieldTypes';
import { RelatedValue } from '../related/RelatedValue';
import { choiceChips } from '../types/select';
import css from './BulkEditPanel.module.css';
import { checkChoices, chosenNames } from './bulkChoices';
import type { BulkEdit, BulkEditState } from './bulkEdit';
import { type PreviewCell, previewOf } from './bulkValues';

interface Props {
  edit: BulkEdit;
  collection: Collection;
  count: number;
}

/** Shows how the choices change the first records, and how many records change. */
export function BulkPreview({ edit, collection, count }: Props) {
  const { read, outlook } = useSnapshot(edit.state);
  const first = useSnapshot(edit.state).first;
  const choices = useDeferredValue(useSnapshot(edit.state).choices);
  const errors = checkChoices(collection, choices);
  const names = chosenNames(choices).filter((name) => !Object.hasOwn(errors, name));
  const isReading = outlook === null;
  if (names.length === 0) {
    return (
      <p className={css.others} role="status">
        {isReading && `Reading ${printCount(read)} of ${countOf(count, 'record')}...`}
      </p>
    );
  }
  return (
    <>
      <h3 className={css.previewHead}>
        Preview
        <span>
          {first.length < count
            ? `First ${first.length} of ${printCount(count)}`
            : countOf(first.length, 'record')}
        </span>
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it */}
      <section className={css.scroll} aria-label="Preview" tabIndex={0} data-scrollable>
        <table className={css.preview} translate="no">
          <thead>
            <tr>
              <th scope="col">record</th>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.map((answer) => (
              <tr key={answer.record.id}>
                <th
                  scope="row"
                  className={joinClasses(css.record, 'ellipsis')}
                  data-tooltip={answer.record.id}
                >
                  {displayText(answer.record, collection)}
                </th>
                {names.map((name) => (
                  <td key={name}>
                    <Cell
                      cell={previewOf(collection, choices, answer, name)}
                      field={fieldOf(collection, name)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Note kind="info" role="status">
        {isReading ? (
          `Reading ${printCount(read)} of ${countOf(count, 'record')}...`
        ) : (
          <>
            <span>{outlookText(outlook)}</span> {outlook.changes > 0 && <span>Hooks and realtime run.</span>}
          </>
        )}
      </Note>
    </>
  );
}

function outlookText({ changes, same, gone }: NonNullable<BulkEditState['outlook']>): string {
  return [
    `${changes === 0 ? 'Nothing will change' : `${countOf(changes, 'record')} will change`}${
      same > 0 ? `; ${printCount(same)} already ${same === 1 ? 'has' : 'have'} this value` : ''
    }.`,
    gone > 0 && `${printCount(gone)} ${gone === 1 ? 'no longer exists' : 'no longer exist'}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface CellProps {
  cell: PreviewCell;
  field: SchemaField | undefined;
}

function Cell({ cell: { was, next, same, sign, items }, field }: CellProps) {
  if (same !== '') return <span className="subtle">{same}</span>;
  if (field && holdsRecords(field)) {
    if (items.length === 0) return <del className={css.was}>{was}</del>;
    return (
      <span className={css.items}>
        {sign} <RelatedValue field={field} ids={items.slice(0, 3)} rest={items.length - 3} />
      </span>
    );
  }
  if (sign !== '') {
    return (
      <>
        {sign} {items.join(', ')}
      </>
    );
  }
  return (
    <span className={css.items}>
      {was !== '' && <del className={css.was}>{was}</del>}
      {field && holdsChoices(field) && items.length > 0 ? choiceChips(field, items) : next}
    </span>
  );
}
