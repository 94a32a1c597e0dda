import Hash from 'lucide-react/icons/hash';
import { Missing } from '../../kit/basics/Missing';
import { NumberInput } from '../../kit/form/NumberInput';
import type { FieldLook } from './fieldLook';

export const number: FieldLook = {
  icon: Hash,
  isTyped: true,
  cell: ({ value, text }) => (typeof value === 'number' ? text : <Missing />),
  preview: ({ text }) => <span className="digits">{text}</span>,
  Input: ({ control, value, onChange }) => (
    <NumberInput {...control} value={String(value)} onChange={onChange} />
  ),
  FilterInput: ({ control, value, onChange }) => (
    <NumberInput {...control} value={value} onChange={onChange} />
  ),
};
