import Check from 'lucide-react/icons/check';
import Search from 'lucide-react/icons/search';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import menu from '../overlay/Dropdown.module.css';
import { ChoiceMark } from './Chip';
import css from './Select.module.css';
import { isName, labelOf, type SelectAction } from './selectValues';
import { TextInput } from './TextInput';
import type { SelectState } from './useSelect';

interface SelectListProps {
  select: SelectState;
  id: string;
  optionId: (at: number) => string;
  values: readonly string[];
  isMultiple: boolean;
  label?: string | undefined;
  action?: SelectAction | undefined;
}

/** The open list of a select. The focus stays in the input; the list only highlights the active option. */
export function SelectList({ select, id, optionId, values, isMultiple, ...props }: SelectListProps) {
  const { label = 'Options', action } = props;
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
        <TextInput
          isPlain
          icon={Search}
          className={css.search}
          role="combobox"
          aria-label="Search"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={active >= 0 ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder="Search..."
          value={select.words}
          onChange={select.search}
          onKeyDown={select.handleKeyDown}
        />
      )}
      <div
        className={css.list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
      >
        {shown.map((option, at) => {
          const isChosen = values.includes(option.value);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox hears the keys
            // biome-ignore lint/a11y/useFocusableInteractive: the combobox holds the focus
            <div
              key={option.value}
              className={joinClasses(menu.item, at === active && css.isActive)}
              id={optionId(at)}
              role="option"
              aria-selected={isChosen}
              data-active={at === active || undefined}
              onClick={() => select.choose(option)}
            >
              {option.mark && <ChoiceMark mark={option.mark} />}
              <span className={css.label} translate={isName(option) ? 'no' : undefined}>
                {labelOf(option)}
              </span>
              {option.note && (
                <span className={css.note} translate="no">
                  {option.note}
                </span>
              )}
              {isChosen && <Icon of={Check} />}
            </div>
          );
        })}
      </div>
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
