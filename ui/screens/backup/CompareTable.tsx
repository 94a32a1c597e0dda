import { Badge } from '../../components/basics/Badge';
import { Checkbox } from '../../components/form/Checkbox';
import { useNarrow } from '../../components/page/useNarrow';
import { type FieldErrors, messageAt } from '../../model/fieldErrors';
import { printDate } from '../../platform/dates';
import { countOf } from '../../platform/text';
import css from './BackupPage.module.css';
import type { FieldChange, FieldChanges } from './fieldChanges';

interface Props {
  fields: FieldChanges;
  asOf: number | null;
  ticked: ReadonlySet<string>;
  errors: FieldErrors;
  updated: Pick<FieldChange, 'former' | 'present'>;
  onToggle: (name: string) => void;
}

/** The fields that are not as they were: then beside today, on a phone above it. */
export function CompareTable({ fields, asOf, ticked, errors, updated, onToggle }: Props) {
  const isNarrow = useNarrow();
  const then = asOf === null ? 'Then' : `As of ${printDate(new Date(asOf)).slice(0, 16)}`;
  return (
    <>
      <table className={css.changes} translate="no">
        <thead>
          <tr>
            <th scope="col">
              <span className="visuallyHidden">Put back</span>
            </th>
            <th scope="col">Field</th>
            {isNarrow ? (
              <th scope="col">{then} and today</th>
            ) : (
              <>
                <th scope="col">{then}</th>
                <th scope="col">Today</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {fields.changes.map((change) => (
            <tr key={change.name}>
              <td>
                {change.canPutBack && (
                  <Checkbox
                    aria-label={`Put back ${change.name}`}
                    isChecked={ticked.has(change.name)}
                    onChange={() => onToggle(change.name)}
                  />
                )}
              </td>
              <th scope="row">
                {change.name}
                {messageAt(errors, change.name) && (
                  <p className={css.error} role="alert">
                    {messageAt(errors, change.name)}
                  </p>
                )}
              </th>
              <Versions change={change} isNarrow={isNarrow} />
            </tr>
          ))}
          <tr className={css.weak}>
            <td colSpan={isNarrow ? 3 : 4}>{countOf(fields.unchangedCount, 'unchanged field')}</td>
          </tr>
          <tr className={css.weak}>
            <td />
            <th scope="row">updated</th>
            <Versions change={updated} isNarrow={isNarrow} />
          </tr>
        </tbody>
      </table>
      <ul className={css.told}>
        <li>updated cannot be put back: the server sets it to now.</li>
        {fields.changes.some(({ canPutBack }) => !canPutBack) && (
          <li>Files come back only with their whole record.</li>
        )}
        {fields.lost.length > 0 && (
          <li>These fields are gone today, or take other values: {fields.lost.join(', ')}.</li>
        )}
      </ul>
    </>
  );
}

interface VersionsProps {
  change: Pick<FieldChange, 'former' | 'present'>;
  isNarrow: boolean;
}

function Versions({ change: { former, present }, isNarrow }: VersionsProps) {
  if (!isNarrow) {
    return (
      <>
        <td>
          <Text text={former} />
        </td>
        <td>
          <Text text={present} />
        </td>
      </>
    );
  }
  return (
    <td>
      <Badge>then</Badge>
      <Text text={former} />
      <Badge>today</Badge>
      <Text text={present} />
    </td>
  );
}

function Text({ text }: { text: string }) {
  if (text === '') return <span className={css.quiet}>N/A</span>;
  return <div className={css.text}>{text}</div>;
}
