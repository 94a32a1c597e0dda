import List from 'lucide-react/icons/list';
import type { CSSProperties } from 'react';
import { listOf } from '../../base/lists';
import { Chip } from '../../kit/form/Chip';
import { Select } from '../../kit/form/Select';
import type { SelectOption } from '../../kit/form/selectValues';
import { optionOf, type SchemaField } from '../../model/field';
import { choiceMark, choicesOf, isMultiple } from '../../model/types/fieldTypes';
import { CellLine, cellPadding, fittingChips } from '../display/CellLine';
import type { FieldLook } from './fieldLook';
import css from './select.module.css';

export const select: FieldLook = {
  icon: List,
  cell({ value, column }) {
    const texts = listOf(value);
    const shown = fittingChips(texts, column.width - cellPadding);
    return (
      <CellLine rest={texts.slice(shown)}>
        {texts.slice(0, shown).map((text) => {
          const mark = choiceMark(column.field, text);
          const style =
            mark === undefined ? undefined : ({ '--mark': `var(--choice-${mark})` } as CSSProperties);
          return (
            <span key={text} className={css.choice} data-choice={mark} style={style}>
              {text}
            </span>
          );
        })}
      </CellLine>
    );
  },
  preview: ({ value, column }) => <span className="chips">{choiceChips(column.field, listOf(value))}</span>,
  Input({ field, control, value, isRequired, onChange }) {
    const shared = { ...control, options: choiceOptions(field), isRequired, onChange };
    return isMultiple(field) ? (
      <Select {...shared} isMultiple max={mostChosen(field)} value={value as readonly string[]} />
    ) : (
      <Select {...shared} value={String(value)} />
    );
  },
  help: (field) => (isMultiple(field) ? `Select up to ${mostChosen(field)} items.` : undefined),
  FilterInput: ({ field, control, value, onChange }) => (
    <Select {...control} isRequired options={choiceOptions(field)} value={value} onChange={onChange} />
  ),
};

const mostChosen = (field: SchemaField) => Number(optionOf(field, 'maxSelect')) || 1;

export const choiceOptions = (field: SchemaField): SelectOption[] =>
  choicesOf(field).map((value) => ({ value, mark: choiceMark(field, value) }));

export const choiceChips = (field: SchemaField | undefined, texts: readonly string[]) =>
  texts.map((text) => (
    <Chip key={text} mark={choiceMark(field, text)}>
      {text}
    </Chip>
  ));
