import Type from 'lucide-react/icons/type';
import { useState } from 'react';
import { cut } from '../../base/text';
import { CodeEditor, isLongText } from '../../kit/code-editor/CodeEditor';
import { TextArea } from '../../kit/form/TextArea';
import { LongText } from '../display/LongText';
import type { FieldLook, InputProps } from './fieldLook';

export const cellLength = 150;
const tooltipLength = 500;

export const tooltip = (text: string) => cut(text, tooltipLength);

export const text: FieldLook = {
  icon: Type,
  isTyped: true,
  cell: ({ text }) => cut(text, cellLength),
  tooltip,
  preview: ({ text }) => <LongText text={text} />,
  Input: PlainText,
};

/**
 * A text that is long when the form is opened gets the code editor, which renders only the visible lines. Both
 * inputs use `\n`, so a text in which all lines end with `\r\n` gets these back.
 */
function PlainText({ control, value, onChange }: InputProps) {
  const text = String(value);
  const [isLong] = useState(() => isLongText(text));
  const hasReturns = text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text);
  const shared = {
    ...control,
    value: hasReturns ? text.replaceAll('\r\n', '\n') : text,
    onChange: (typed: string) => onChange(hasReturns ? typed.replaceAll('\n', '\r\n') : typed),
  };
  return isLong ? <CodeEditor {...shared} language="text" maxHeight={500} /> : <TextArea {...shared} />;
}
