import { useSnapshot } from 'valtio';
import { Button } from '../../../../components/basics/Button';
import { Popover } from '../../../../components/overlay/Popover';
import { holdsMany } from '../../collectionChanges';
import type { FieldForm } from '../../collectionForm';
import css from './FileOptions.module.css';
import { MimeTypes } from './MimeTypes';
import { OptionList } from './OptionList';
import { OptionNumber } from './OptionNumber';
import shared from './options.module.css';
import type { OptionProps } from './useOption';

export function FileOptions(props: OptionProps) {
  const isMany = holdsMany(useSnapshot(props.field) as FieldForm);
  return (
    <>
      <div className={shared.full}>
        <MimeTypes {...props} />
      </div>
      <OptionList
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
