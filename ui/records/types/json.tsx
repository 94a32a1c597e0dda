import Braces from 'lucide-react/icons/braces';
import CircleCheck from 'lucide-react/icons/circle-check';
import { checkJson, indentJson } from '../../base/jsonText';
import { cut } from '../../base/text';
import { CopyButton } from '../../kit/basics/CopyButton';
import { Icon } from '../../kit/basics/Icon';
import { CodeEditor } from '../../kit/code-editor/CodeEditor';
import { TextInput } from '../../kit/form/TextInput';
import { LongText } from '../display/LongText';
import type { FieldLook } from './fieldLook';
import css from './json.module.css';
import { cellLength, tooltip } from './text';

const previewLength = 500;

export const json: FieldLook = {
  icon: Braces,
  isWide: true,
  cell: ({ text }) => <span className={css.cell}>{cut(text, cellLength)}</span>,
  tooltip,
  preview({ value, source }) {
    // The copy is complete, as the server has written it.
    const text = indentJson(source ?? JSON.stringify(value));
    return (
      <div className={css.preview}>
        <LongText text={text} most={previewLength} isMono />
        <CopyButton text={text} size="small" />
      </div>
    );
  },
  Input: ({ control, value, onChange }) => (
    <CodeEditor
      {...control}
      language="json"
      minHeight={90}
      maxHeight={500}
      value={String(value)}
      onChange={onChange}
    />
  ),
  hint(value) {
    if (String(value).trim() === '') return 'Empty: saved as null';
    if (checkJson(String(value)) !== null) return 'Invalid JSON';
    return (
      <span className={css.valid}>
        <Icon of={CircleCheck} size={13} /> Valid JSON
      </span>
    );
  },
  FilterInput: ({ control, value, onChange }) => (
    <TextInput {...control} isMono placeholder={'5 or "text"'} value={value} onChange={onChange} />
  ),
};
