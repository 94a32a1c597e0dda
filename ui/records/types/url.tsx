import Link from 'lucide-react/icons/link';
import { safeAddress } from '../../base/safeAddress';
import { cut } from '../../base/text';
import { TextInput } from '../../kit/form/TextInput';
import { LongText } from '../display/LongText';
import type { FieldLook } from './fieldLook';
import { cellLength } from './text';
import css from './url.module.css';

export const url: FieldLook = {
  icon: Link,
  isTyped: true,
  cell({ text }) {
    const address = safeAddress(text);
    const shown = cut(text, cellLength);
    if (!address) return shown;
    return (
      <a
        className={css.cell}
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        tabIndex={-1}
        data-tooltip="Open in new tab"
      >
        {shown}
      </a>
    );
  },
  preview({ text }) {
    const address = safeAddress(text);
    if (!address) return <LongText text={text} />;
    return (
      <a className="anywhere" href={address} target="_blank" rel="noopener noreferrer">
        {text}
      </a>
    );
  },
  Input: ({ control, value, onChange }) => (
    <TextInput {...control} type="url" autoComplete="off" value={String(value)} onChange={onChange} />
  ),
};
