import Pilcrow from 'lucide-react/icons/pilcrow';
import { cut } from '../../base/text';
import { RichText } from '../../kit/rich-text/RichText';
import { openPanel } from '../../page/panels';
import * as preferences from '../../page/preferences';
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
  Input: ({ control, value, onChange }) => (
    <RichText
      {...control}
      value={String(value)}
      direction={preferences.state.textDirection}
      onDirection={preferences.setTextDirection}
      onPickImage={pickImage}
      onChange={onChange}
    />
  ),
};

async function pickImage() {
  const picked = await openPanel('filePicker', { imagesOnly: true });
  return picked && { src: picked.address, alt: picked.name };
}
