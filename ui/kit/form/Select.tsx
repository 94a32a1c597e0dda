import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useId } from 'react';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import menu from '../overlay/Dropdown.module.css';
import { Chip } from './Chip';
import type { FieldControl } from './Field';
import { OptionList, OptionSearch, optionId } from './OptionList';
import css from './Select.module.css';
import {
  isName,
  labelOf,
  type SelectAction,
  type SelectOption,
  toggledValues,
  valuesWithout,
} from './selectValues';
import frame from './TextInput.module.css';
import { type SelectState, useSelect } from './useSelect';

export type { SelectOption };

interface SelectBase extends Partial<FieldControl> {
  options: readonly SelectOption[];
  /** A required single choice cannot be removed. */
  isRequired?: boolean | undefined;
  isDisabled?: boolean | undefined;
  /** The limit of a multiple select; the newest values are kept. */
  max?: number | undefined;
  placeholder?: string | undefined;
  /** Shown below the options of the open list; Tab and the arrow keys reach it. */
  action?: SelectAction | undefined;
  /** A small button inside the frame, at its end. */
  end?: ReactNode;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
}

interface SingleSelectProps extends SelectBase {
  isMultiple?: false | undefined;
  /** '' means no choice, unless it is one of the options. */
  value: string;
  onChange: (value: string) => void;
}

interface MultipleSelectProps extends SelectBase {
  isMultiple: true;
  value: readonly string[];
  onChange: (values: string[]) => void;
}

type SelectProps = SingleSelectProps | MultipleSelectProps;

/** A select for one or several choices. A value that is no longer offered stays until this select changes. */
export function Select(props: SelectProps) {
  const { options, max, placeholder = '- Select -', isDisabled = false, isMultiple = false } = props;
  const listId = useId();
  const values = valuesOf(props);
  const chosen = values.map((value) => options.find((option) => option.value === value) ?? { value });
  const mayRemove = !isDisabled && (isMultiple || !props.isRequired);

  const give = (next: string[]) => {
    if (props.isMultiple) props.onChange(next);
    else props.onChange(next.at(-1) ?? '');
  };
  const remove = (at: number) => {
    give(valuesWithout(values, at, { options, max }));
    select.trigger.current?.focus();
  };
  const select = useSelect({
    options,
    values,
    hasAction: props.action !== undefined,
    onChoose: (value) => {
      const next = isMultiple ? toggledValues(values, value, { options, max }) : [value];
      give(next);
      return !isMultiple || (max ? next.length >= max : false);
    },
    onRemoveLast: () => mayRemove && values.length > 0 && remove(values.length - 1),
  });

  const pointed =
    select.isOpen && select.active >= 0
      ? { 'aria-activedescendant': optionId(listId, select.active), 'aria-controls': listId }
      : {};
  const isEmpty = chosen.length === 0;
  // A single choice without a colour that cannot be removed is plain text.
  const chips = chosen
    .filter(({ mark }) => mayRemove || isMultiple || mark)
    .map((option, at) => (
      <Chip
        key={option.value}
        mark={option.mark}
        onRemove={mayRemove ? () => remove(at) : undefined}
        removeLabel={isMultiple ? undefined : 'Clear'}
      >
        {labelOf(option)}
      </Chip>
    ));

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for what its button does */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: its button handles the keys */}
      <span
        ref={select.frame}
        className={joinClasses(frame.root, css.root)}
        onClick={(event) => {
          // A popup of a button in the frame may be drawn elsewhere; its clicks bubble through here too.
          const target = event.target as Element;
          if (event.currentTarget.contains(target) && !target.closest('button'))
            select.trigger.current?.click();
        }}
      >
        {chips.length > 0 && <span className={css.chips}>{chips}</span>}
        <button
          ref={select.trigger}
          type="button"
          role="combobox"
          className={joinClasses(frame.input, css.trigger)}
          id={props.id}
          aria-haspopup="listbox"
          aria-expanded={select.isOpen}
          {...pointed}
          aria-label={props['aria-label']}
          aria-labelledby={props['aria-labelledby']}
          aria-describedby={props['aria-describedby']}
          aria-invalid={props['aria-invalid']}
          aria-required={props['aria-required']}
          disabled={isDisabled}
          onClick={select.toggle}
          onKeyDown={select.handleKeyDown}
          onKeyUp={select.handleKeyUp}
        >
          <span
            className={chips.length > 0 ? 'visuallyHidden' : joinClasses('ellipsis', isEmpty && 'subtle')}
            translate={chosen.some(isName) ? 'no' : undefined}
          >
            {isEmpty ? placeholder : chosen.map(labelOf).join(', ')}
          </span>
          <Icon of={ChevronDown} size="small" />
        </button>
        {props.end && <span className={css.end}>{props.end}</span>}
      </span>
      {select.isOpen && (
        <SelectList
          select={select}
          id={listId}
          values={values}
          isMultiple={isMultiple}
          label={props['aria-label']}
          action={props.action}
        />
      )}
    </>
  );
}

function valuesOf({ value, options }: SelectProps): readonly string[] {
  if (typeof value !== 'string') return value;
  return value === '' && !options.some((option) => option.value === '') ? [] : [value];
}

interface SelectListProps {
  select: SelectState;
  id: string;
  values: readonly string[];
  isMultiple: boolean;
  label?: string | undefined;
  action?: SelectAction | undefined;
}

function SelectList({ select, id, values, isMultiple, label = 'Options', action }: SelectListProps) {
  const { shown, active } = select;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a press must not take the focus from the search
    <div
      ref={select.popup}
      className={joinClasses(menu.root, css.popup)}
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
      }}
    >
      {select.isSearchable && (
        <OptionSearch
          listId={id}
          active={active}
          value={select.words}
          onChange={select.search}
          onKeyDown={select.handleKeyDown}
        />
      )}
      <OptionList
        id={id}
        label={label}
        options={shown}
        active={active}
        values={values}
        isMultiple={isMultiple}
        onChoose={select.choose}
      />
      {shown.length === 0 && (
        <p className={css.none} role="status">
          No options found
        </p>
      )}
      {action && (
        <button
          ref={select.action}
          type="button"
          className={joinClasses(menu.item, css.action)}
          onKeyDown={select.handleActionKey}
          onClick={() => {
            select.close();
            action.onSelect();
          }}
        >
          {action.icon && <Icon of={action.icon} />}
          {action.label}
        </button>
      )}
    </div>
  );
}
