import Check from 'lucide-react/icons/check';
import Search from 'lucide-react/icons/search';
import { Icon } from '../basics/Icon';
import { joinClasses } from '../basics/joinClasses';
import menu from '../overlay/Dropdown.module.css';
import { ChoiceMark } from './Chip';
import css from './Select.module.css';
import { isName, labelOf, type SelectOption } from './selectValues';
import { TextInput, type TextInputProps } from './TextInput';

interface OptionListProps {
  id: string;
  label: string;
  options: readonly SelectOption[];
  /** The index of the active option; -1 for none. */
  active: number;
  values: readonly string[];
  isMultiple: boolean;
  /** True for an option that cannot be chosen now. */
  isDisabled?: ((option: SelectOption) => boolean) | undefined;
  className?: string | undefined;
  /** True while more options load. */
  isBusy?: boolean | undefined;
  onChoose: (option: SelectOption) => void;
}

/** Options to choose from. The focus stays in the input above; the list only highlights the active option. */
export function OptionList({ id, label, options, active, values, isMultiple, ...props }: OptionListProps) {
  return (
    <div
      className={joinClasses(css.list, props.className)}
      id={id}
      role="listbox"
      aria-label={label}
      aria-multiselectable={isMultiple || undefined}
      aria-busy={props.isBusy || undefined}
    >
      {options.map((option, at) => {
        const isChosen = values.includes(option.value);
        const isDisabled = props.isDisabled?.(option) ?? false;
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the combobox holds the focus
          <div
            key={option.value}
            className={joinClasses(menu.item, at === active && css.isActive)}
            id={optionId(id, at)}
            role="option"
            aria-selected={isChosen}
            aria-disabled={isDisabled || undefined}
            data-active={at === active || undefined}
            onClick={() => !isDisabled && props.onChoose(option)}
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
  );
}

interface OptionSearchProps extends TextInputProps {
  listId: string;
  active: number;
}

export function OptionSearch({ listId, active, ...input }: OptionSearchProps) {
  return (
    <TextInput
      isPlain
      icon={Search}
      className={css.search}
      role="combobox"
      aria-label="Search"
      aria-expanded
      aria-autocomplete="list"
      aria-controls={listId}
      aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
      autoComplete="off"
      spellCheck={false}
      placeholder="Search..."
      {...input}
    />
  );
}

export const optionId = (listId: string, at: number) => `${listId}-${at}`;

export function scrollToActive(popup: HTMLElement | null): void {
  popup?.querySelector('[data-active]')?.scrollIntoView?.({ block: 'nearest' });
}
