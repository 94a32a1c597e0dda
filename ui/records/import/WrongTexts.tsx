import { useSnapshot } from 'valtio';
import { countOf, cut, printCount } from '../../base/text';
import { Button } from '../../kit/basics/Button';
import { Select } from '../../kit/form/Select';
import { fieldOf } from '../../model/collection';
import type { FormValue } from '../../model/field';
import {
  choiceMark,
  choicesOf,
  holdsChoices,
  isMultiple,
  targetOf,
  typeOf,
} from '../../model/types/fieldTypes';
import { openPanel } from '../../page/panels';
import type { FaultGroup } from './importCheck';
import css from './RecordImportPage.module.css';
import type { RecordImportForm } from './recordImportForm';

const mostShown = 200;

interface Props {
  form: RecordImportForm;
  group: FaultGroup;
}

/** The distinct wrong texts of a fault, each with an input for the value that replaces it. */
export function WrongTexts({ form, group }: Props) {
  const { replacements } = useSnapshot(form.state);
  const field = fieldOf(form.collection, group.field);
  const replaced = replacements.get(group.field);
  const texts = [...group.texts].slice(0, mostShown);
  const canChoose = field && typeOf(field).holds;
  const replace = (text: string, value: string | undefined) => {
    if (!field) return;
    const given = value === undefined ? null : isMultiple(field) ? [value] : value;
    void form.replace(group.field, text, given, group.message);
  };
  if (texts.length === 0) return <p>{noTextsOf(group.field)}</p>;
  return (
    <>
      {group.texts.size > texts.length && (
        <p>
          The first {mostShown} of {printCount(group.texts.size)} texts are shown.
        </p>
      )}
      <table className={css.texts}>
        <tbody>
          {texts.map(([text, rows]) => (
            <tr key={text}>
              <td translate="no">
                <code className="danger" translate="no">
                  {cut(text, 200)}
                </code>
              </td>
              <td>{countOf(rows.length, 'row')}</td>
              {canChoose && (
                <td>
                  {holdsChoices(field) ? (
                    <Select
                      aria-label={`Value in place of ${cut(text, 50)}`}
                      placeholder="Leave these rows out"
                      options={choicesOf(field).map((value) => ({ value, mark: choiceMark(field, value) }))}
                      value={firstOf(replaced?.get(text)?.value)}
                      onChange={(value) => replace(text, value || undefined)}
                    />
                  ) : (
                    <RecordChoice
                      collectionId={targetOf(field) ?? ''}
                      text={text}
                      recordId={firstOf(replaced?.get(text)?.value)}
                      onChoose={(id) => replace(text, id)}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function noTextsOf(field: string): string {
  if (field === 'password') return 'Passwords are not shown.';
  return field ? 'The cells are empty.' : 'The error concerns the whole row.';
}

interface RecordChoiceProps {
  collectionId: string;
  text: string;
  /** '' for none. */
  recordId: string;
  onChoose: (id: string | undefined) => void;
}

function RecordChoice({ collectionId, text, recordId, onChoose }: RecordChoiceProps) {
  async function handleChoose() {
    const picked = await openPanel('recordPicker', { collectionId, selected: [], max: 1, needs: 'record' });
    const [id] = picked ?? [];
    if (id !== undefined) onChoose(id);
  }
  return recordId === '' ? (
    <Button
      size="small"
      aria-label={`Record in place of ${cut(text, 50)}`}
      onClick={() => void handleChoose()}
    >
      Choose record
    </Button>
  ) : (
    <span className={css.option}>
      <code translate="no">{recordId}</code>
      <Button size="small" kind="quiet" onClick={() => onChoose(undefined)}>
        Leave these rows out
      </Button>
    </span>
  );
}

const firstOf = (value: FormValue | undefined) =>
  typeof value === 'string' ? value : Array.isArray(value) ? (value[0] ?? '') : '';
