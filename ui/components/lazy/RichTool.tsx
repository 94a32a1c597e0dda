import type { ComponentProps } from 'react';
import { IconButton } from '../basics/IconButton';
import css from './RichTextToolbar.module.css';
import type { RichEditor } from './richEditor';
import type { RichFormats } from './richFormats';

/** What every menu of the toolbar is given. */
export interface ToolProps {
  editor: RichEditor | null;
  formats: RichFormats;
  isDisabled: boolean;
}

/** A button of the toolbar. */
export function RichTool(props: ComponentProps<typeof IconButton>) {
  return <IconButton {...props} className={css.tool} />;
}
