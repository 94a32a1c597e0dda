import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import menu from '../overlay/Dropdown.module.css';
import { OptionList, OptionSearch } from './OptionList';
import css from './Select.module.css';
import type { SelectAction } from './selectValues';
import type { SelectState } from './useSelect';

interface SelectListProps {
  select: SelectState;
  id: string;
  values: readonly string[];
  isMultiple: boolean;
  label?: string | undefined;
  action?: SelectAction | undefined;
}

/** The open list of a select. */
export function SelectList({ select, id, values, isMultiple, label = 'Options', action }: SelectListProps) {
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
