import { type ReactNode, useState } from 'react';
import { countOf } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Checkbox } from '../../kit/form/Checkbox';
import { ToldList } from '../../kit/layout/ToldList';
import { useNarrow } from '../../kit/layout/useNarrow';
import { comparedTexts, DiffCell, DiffTable, FoldRow } from '../../kit/table/DiffTable';
import { type FieldErrors, messageAt } from '../../model/fieldErrors';
import type { FieldChange, FieldChanges } from './fieldChanges';

interface Props {
  fields: FieldChanges;
  ticked: ReadonlySet<string>;
  errors: FieldErrors;
  updated: Pick<FieldChange, 'former' | 'present'>;
  onToggle: (name: string) => void;
}

/**
 * The fields that differ, with both values beside each other; on a phone, one above the other. Equal fields are
 * folded.
 */
export function CompareTable({ fields, ticked, errors, updated, onToggle }: Props) {
  const isNarrow = useNarrow();
  const [isUnfolded, setIsUnfolded] = useState(false);
  const { changes, unchanged, lost } = fields;
  const columns = isNarrow ? 2 : 4;
  const hasFiles = changes.some(({ value }) => value === null);
  const hasDate = updated.former !== '' || updated.present !== '';
  return (
    <div className="fields">
      <DiffTable>
        <thead>
          <tr>
            <th scope="col" style={{ width: '2.5rem' }}>
              <span className="visuallyHidden">Bring back</span>
            </th>
            {isNarrow ? (
              <th scope="col">- In the backup, + Now</th>
            ) : (
              <>
                <th scope="col" style={{ width: '9rem' }}>
                  Field
                </th>
                <th scope="col">In the backup</th>
                <th scope="col">Now</th>
              </>
            )}
          </tr>
        </thead>
        {changes.map((change) => (
          <Row
            key={change.name}
            change={change}
            isNarrow={isNarrow}
            error={messageAt(errors, change.name)}
            tick={
              change.canComeBack && (
                <Checkbox
                  aria-label={`Bring back ${change.name}`}
                  isChecked={ticked.has(change.name)}
                  onChange={() => onToggle(change.name)}
                />
              )
            }
          />
        ))}
        {unchanged.length > 0 && (
          <tbody>
            <FoldRow columns={columns}>
              <Button kind="link" aria-expanded={isUnfolded} onClick={() => setIsUnfolded(!isUnfolded)}>
                {isUnfolded ? 'Hide' : 'Show'} {countOf(unchanged.length, 'unchanged field')}
              </Button>
            </FoldRow>
          </tbody>
        )}
        {isUnfolded &&
          unchanged.map(({ name, text }) => (
            <Row key={name} change={{ name, former: text, present: text }} isNarrow={isNarrow} />
          ))}
        {hasDate && <Row change={{ name: 'updated', ...updated }} isNarrow={isNarrow} isPlain />}
      </DiffTable>
      <ToldList
        isBack={false}
        sentences={[
          ...(hasDate ? ['The server will set updated to the current time.'] : []),
          ...(hasFiles ? ['Files come back only with their whole record.'] : []),
          ...(lost.length > 0
            ? [`These fields no longer exist, or take other values: ${lost.join(', ')}.`]
            : []),
        ]}
      />
    </div>
  );
}

interface RowProps {
  change: Pick<FieldChange, 'name' | 'former' | 'present'>;
  isNarrow: boolean;
  /** True if the difference is not a change by a person, such as a date of the server. */
  isPlain?: boolean;
  error?: string | null;
  tick?: ReactNode;
}

function Row({ change: { name, former, present }, isNarrow, isPlain, error, tick }: RowProps) {
  const isSame = isPlain || former === present;
  const parts = isPlain
    ? { old: comparedTexts(former, null).old, next: comparedTexts(null, present).next }
    : comparedTexts(former || null, present || null);
  const [then, today] = isNarrow ? ['In the backup', 'Now'] : [];
  const place = { missing: 'N/A', columns: isNarrow ? 2 : undefined };
  const values = [
    <DiffCell key="then" kind={isSame ? 'same' : 'old'} parts={parts.old} label={then} {...place} />,
    <DiffCell key="today" kind={isSame ? 'same' : 'new'} parts={parts.next} label={today} {...place} />,
  ];
  return (
    <tbody translate="no">
      <tr>
        <td>{tick}</td>
        <th scope={isNarrow ? 'rowgroup' : 'row'}>
          {name}
          {error && (
            <p className="danger" role="alert">
              {error}
            </p>
          )}
        </th>
        {!isNarrow && values}
      </tr>
      {isNarrow && values.slice(isSame && !isPlain ? 1 : 0).map((value) => <tr key={value.key}>{value}</tr>)}
    </tbody>
  );
}
