import Pilcrow from 'lucide-react/icons/pilcrow';
import { cut } from '../../base/text';
import { RichText } from '../../kit/rich-text/RichText';
import { LongText } from '../display/LongText';
import type { FieldLook } from './fieldLook';
import { tooltip } from './text';

const cellLength = 195;

export const editor: FieldLook = {
  icon: Pilcrow,
  isWide: true,
  cell: ({ text }) => cut(text, cellLength),
  tooltip,
  preview: ({ text }) => <LongText text={text} />,
  Input: ({ control, value, onChange, context }) => (
    <RichText
      {...control}
      value={String(value)}
      direction={context.textDirection()}
      onDirection={context.setTextDirection}
      onPickImage={context.pickImage}
      onChange={onChange}
    />
  ),
};
