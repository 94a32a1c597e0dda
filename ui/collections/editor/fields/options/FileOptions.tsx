import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { Button } from '../../../../kit/basics/Button';
import { Field } from '../../../../kit/form/Field';
import { Select } from '../../../../kit/form/Select';
import { Dropdown, DropdownItem } from '../../../../kit/overlay/Dropdown';
import { Popover } from '../../../../kit/overlay/Popover';
import { holdsMany } from '../../collectionChanges';
import shared from '../FieldOptions.module.css';
import { mimePresets, mimeTypesWith } from '../mimeTypes';
import css from './FileOptions.module.css';
import { OptionNumber } from './OptionNumber';
import { OptionTexts } from './OptionTexts';
import { listOf, type OptionProps, useOption } from './useOption';

export function FileOptions(props: OptionProps) {
  const isMany = holdsMany(useSnapshot(props.field));
  return (
    <>
      <div className={shared.full}>
        <MimeTypes {...props} />
      </div>
      <OptionTexts
        {...props}
        name="thumbs"
        label="Thumb sizes"
        placeholder="eg. 50x50, 480x720"
        help={
          <>
            Comma separated. <ThumbFormats />
          </>
        }
      />
      <div className={css.pair}>
        <OptionNumber {...props} name="maxSize" label="Max size" isRequired isWhole isSize unit="bytes" />
        {isMany && (
          <OptionNumber {...props} name="maxSelect" label="Max select" isRequired isWhole least={2} />
        )}
      </div>
    </>
  );
}

const formats = [
  ['WxH', '(eg. 100x300)', 'cropped to this size, from the centre'],
  ['WxHt', '(eg. 100x300t)', 'cropped to this size, from the top'],
  ['WxHb', '(eg. 100x300b)', 'cropped to this size, from the bottom'],
  ['WxHf', '(eg. 100x300f)', 'fits inside this size, without cropping'],
  ['0xH', '(eg. 0x300)', 'this height, the width follows'],
  ['Wx0', '(eg. 100x0)', 'this width, the height follows'],
];

function ThumbFormats() {
  return (
    <Popover
      trigger={(props) => (
        <Button {...props} kind="link" size="small" className={css.formatsButton}>
          Supported formats
        </Button>
      )}
    >
      <ul className={css.formats}>
        {formats.map(([form, example, meaning]) => (
          <li key={form}>
            <code translate="no">{form}</code> {example}: {meaning}
          </li>
        ))}
      </ul>
    </Popover>
  );
}

/** An empty list accepts all types. */
function MimeTypes(props: OptionProps) {
  const { value, error, isChanged, set } = useOption(props, 'mimeTypes');
  const chosen = listOf(value);
  // Keep the first values in the list, so that an unknown type can be chosen again.
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
