import { useEffect, useLayoutEffect, useRef } from 'react';
import { isComposing } from '../../base/keys';
import css from './RichText.module.css';
import { createEditor, type RichEditor } from './richEditor';
import type { RichFormats } from './richFormats';
import type { RichTextProps } from './richTextProps';
import { useLabel } from './useLabel';

interface RichTextAreaProps extends RichTextProps {
  autoFocus: boolean;
  /** Null when the editor is destroyed. */
  onEditor: (editor: RichEditor | null) => void;
  onFormats: (formats: RichFormats) => void;
  onPictures: (files: readonly File[]) => void;
  onMissed: (words: readonly string[], html: string) => void;
  onToolbarKey: () => void;
}

export function RichTextArea(props: RichTextAreaProps) {
  const { disabled = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<RichEditor>(null);
  const latest = useRef(props);
  const labelId = useLabel(props.id, () => editor.current?.focus());
  const { id } = props;
  const label = props['aria-label'];
  const describedBy = props['aria-describedby'];
  const isInvalid = props['aria-invalid'];
  const isRequired = props['aria-required'];

  useLayoutEffect(() => {
    latest.current = props;
  });

  useLayoutEffect(() => {
    if (!host.current) return;
    const { autoFocus, placeholder = '', direction = 'ltr' } = latest.current;
    const created = createEditor(host.current, {
      html: latest.current.value,
      direction,
      placeholder,
      onChange: (html) => latest.current.onChange(html),
      onFormats: (formats) => latest.current.onFormats(formats),
      onPictures: (files) => latest.current.onPictures(files),
      onMissed: (words, html) => latest.current.onMissed(words, html),
    });
    editor.current = created;
    latest.current.onEditor(created);
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== 'F10' || !event.altKey || isComposing(event)) return;
      event.preventDefault();
      latest.current.onToolbarKey();
    };
    created.root.addEventListener('keydown', handleKey);
    if (autoFocus) created.focus();
    return () => {
      editor.current = null;
      latest.current.onEditor(null);
      created.destroy();
    };
  }, []);

  useLayoutEffect(() => {
    editor.current?.setEnabled(!disabled);
  }, [disabled]);

  useEffect(() => {
    const attributes = {
      id,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': label,
      'aria-labelledby': labelId,
      'aria-describedby': describedBy,
      'aria-invalid': isInvalid?.toString(),
      'aria-required': isRequired?.toString(),
      'aria-disabled': disabled ? 'true' : undefined,
    };
    for (const [name, text] of Object.entries(attributes)) {
      if (text === undefined) editor.current?.root.removeAttribute(name);
      else editor.current?.root.setAttribute(name, text);
    }
  }, [id, label, labelId, describedBy, isInvalid, isRequired, disabled]);

  return <div ref={host} className={css.area} translate="no" />;
}
