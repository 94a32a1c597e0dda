import Check from 'lucide-react/icons/check';
import Minus from 'lucide-react/icons/minus';
import ToggleLeft from 'lucide-react/icons/toggle-left';
import { Icon } from '../../kit/basics/Icon';
import { Select } from '../../kit/form/Select';
import { Toggle } from '../../kit/form/Toggle';
import { bool as type } from '../../model/types/bool';
import css from './bool.module.css';
import type { FieldLook } from './fieldLook';

const truths = [true, false].map((value) => ({ value: String(value), label: type.print(value) }));

export const bool: FieldLook = {
  icon: ToggleLeft,
  cell: ({ value, text }) => <span className={value === true ? css.true : css.false}>{text}</span>,
  preview: ({ value, text }) => (
    <span className={value === true ? css.on : css.off}>
      <Icon of={value === true ? Check : Minus} size="small" />
      {text}
    </span>
  ),
  Input: ({ control, value, onChange }) => (
    <Toggle {...control} isOn={value === true} stateText={type.print(value)} onChange={onChange} />
  ),
  FilterInput: ({ control, value, onChange }) => (
    <Select {...control} isRequired options={truths} value={value} onChange={onChange} />
  ),
};
