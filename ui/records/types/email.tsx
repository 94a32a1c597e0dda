import Mail from 'lucide-react/icons/mail';
import { TextInput } from '../../kit/form/TextInput';
import type { FieldLook } from './fieldLook';
import { text } from './text';

export const email: FieldLook = {
  ...text,
  icon: Mail,
  Input: ({ control, value, onChange }) => (
    <TextInput {...control} type="email" autoComplete="off" value={String(value)} onChange={onChange} />
  ),
};
