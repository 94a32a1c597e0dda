import Baseline from 'lucide-react/icons/baseline';
import Highlighter from 'lucide-react/icons/highlighter';
import { useEffect, useRef } from 'react';
import { sentenceCase } from '../../platform/text';
import { Dropdown, DropdownItem, DropdownSeparator } from '../overlay/Dropdown';
import css from './RichTextToolbar.module.css';
import { RichTool, type ToolProps } from './RichTool';

/** Names that HTML itself has for colours: they can be read, in the source and aloud. */
const inks =
  'black, dim gray, brown, firebrick, chocolate, dark goldenrod, olive, green, teal, steel blue, royal blue, purple, medium violet red';
const markers =
  'light gray, misty rose, peach puff, moccasin, khaki, pale green, pale turquoise, light sky blue, lavender, thistle, pink';

const palettes = {
  color: { label: 'Text color', icon: Baseline, names: inks.split(', ') },
  background: { label: 'Background color', icon: Highlighter, names: markers.split(', ') },
};

export function ColourMenu({ of, editor, formats, isDisabled }: ToolProps & { of: keyof typeof palettes }) {
  const { label, icon, names } = palettes[of];
  const current = formats[of];
  const picker = useRef<HTMLInputElement>(null);
  const latest = useRef(editor);

  useEffect(() => {
    latest.current = editor;
  });

  useEffect(() => {
    const input = picker.current;
    // React would tell of every step on the way to the colour.
    const handleChange = () => latest.current?.format({ [of]: input?.value });
    input?.addEventListener('change', handleChange);
    return () => input?.removeEventListener('change', handleChange);
  }, [of]);

  return (
    <span className={css.colour}>
      <Dropdown
        label={label}
        trigger={(trigger) => <RichTool icon={icon} label={label} disabled={isDisabled} {...trigger} />}
      >
        <DropdownItem isChecked={!current} onSelect={() => editor?.format({ [of]: false })}>
          None
        </DropdownItem>
        <DropdownSeparator />
        {names.map((name) => {
          const colour = name.replaceAll(' ', '');
          return (
            <DropdownItem
              key={name}
              isChecked={colour === current}
              onSelect={() => editor?.format({ [of]: colour })}
            >
              <span className={css.swatch} style={{ background: colour }} />
              {sentenceCase(name)}
            </DropdownItem>
          );
        })}
        <DropdownSeparator />
        <DropdownItem onSelect={() => picker.current?.click()}>Other...</DropdownItem>
      </Dropdown>
      <input ref={picker} type="color" className={css.picker} tabIndex={-1} aria-hidden />
    </span>
  );
}
