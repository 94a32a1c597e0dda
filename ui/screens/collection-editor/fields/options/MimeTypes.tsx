import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { Button } from '../../../../components/basics/Button';
import { Field } from '../../../../components/form/Field';
import { Select } from '../../../../components/form/Select';
import { Dropdown, DropdownItem } from '../../../../components/overlay/Dropdown';
import { mimePresets, mimeTypesWith } from '../mimeTypes';
import { listOf, type OptionProps, useOption } from './useOption';

/** The types of file that a field takes; without any it takes all. */
export function MimeTypes(props: OptionProps) {
  const { value, error, isChanged, set } = useOption(props, 'mimeTypes');
  const chosen = listOf(value);
  // One that is not known and was taken away can be chosen again.
  const [first] = useState(chosen);
  const options = mimeTypesWith([...first, ...chosen]).map(({ name, endings }) => ({
    value: name,
    note: endings,
  }));
  return (
    <Field
      label="Allowed mime types"
      isChanged={isChanged}
      error={error}
      help="Leave empty for no restriction."
    >
      {(control) => (
        <Select
          {...control}
          isMultiple
          placeholder="No restriction"
          options={options}
          value={chosen}
          onChange={set}
          end={
            <Dropdown
              label="Presets"
              placement="bottom-end"
              trigger={(trigger) => (
                <Button {...trigger} kind="quiet" size="small" iconAtEnd={ChevronDown}>
                  Choose presets
                </Button>
              )}
            >
              {mimePresets.map(({ label, types }) => (
                <DropdownItem key={label} onSelect={() => set([...types])}>
                  {label}
                </DropdownItem>
              ))}
            </Dropdown>
          }
        />
      )}
    </Field>
  );
}
